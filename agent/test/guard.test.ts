import assert from "node:assert/strict";
import { test } from "node:test";

import { Guard, type Guarded, PATIENCE, type Reporter, type Sight } from "../src/guard.js";

class World implements Guarded, Reporter {
  readonly what = "printer";
  clock = 100;
  worked = 0;
  sight: Sight = { ours: true };
  chained = 0;
  looks = 0;
  gaps: [number, number, string][] = [];
  notices: string[] = [];

  look(): Sight {
    this.looks++;
    return this.sight;
  }

  rechain(): void {
    this.chained++;
    this.clock += 1;
    this.sight = { ours: true };
  }

  now(): number {
    return this.clock;
  }

  lastSeen(): number {
    return this.worked;
  }

  gap(from: number, to: number, reason: string): void {
    this.gaps.push([from, to, reason]);
  }

  notice(_level: string, code: string, text: string): void {
    this.notices.push(`${code}: ${text}`);
  }
}

test("nothing happens while the hook is ours", () => {
  const world = new World();
  const guard = new Guard(world, world);
  for (let i = 0; i < 5; i++) {
    guard.check();
  }
  assert.equal(world.chained, 0);
  assert.deepEqual(world.gaps, []);
});

test("a replaced hook is chained to, and the time without it is a gap", () => {
  const world = new World();
  const guard = new Guard(world, world);
  world.clock = 200;
  guard.check();
  world.clock = 700;
  world.sight = { ours: false, name: "app.Printer" };
  guard.check();
  assert.equal(world.chained, 1);
  assert.deepEqual(world.gaps, [[200, 701, "printer-replaced"]]);
  assert.match(world.notices[0]!, /^printer-replaced: .*app\.Printer/);
});

test("the gap begins when our hook last worked, if that was later", () => {
  const world = new World();
  const guard = new Guard(world, world);
  world.clock = 700;
  world.worked = 650;
  world.sight = { ours: false, name: null };
  guard.check();
  assert.deepEqual(world.gaps, [[650, 701, "printer-replaced"]]);
  assert.match(world.notices[0]!, /taken out/);
});

test("no gap while a message that we saw begin is still in flight", () => {
  const world = new World();
  const guard = new Guard(world, world);
  world.clock = 700;
  world.worked = 700;
  world.sight = { ours: false, name: "app.Printer" };
  guard.check();
  assert.deepEqual(world.gaps, []);
  assert.equal(world.notices.length, 1);
});

test("whoever fights us meets ever rarer looks", () => {
  const world = new World();
  const guard = new Guard(world, world);
  let checks = 0;
  while (world.chained < PATIENCE + 3) {
    world.sight = { ours: false, name: "app.Printer" };
    guard.check();
    checks++;
  }
  assert.ok(checks > PATIENCE + 3);
  assert.ok(world.looks < checks);
});
