import assert from "node:assert/strict";
import { test } from "node:test";

import { batchSeq, fatal, goodbye, nanos, parseOptions, PROTOCOL, sampleMode, StartError } from "../src/wire.js";

const OPTIONS = {
  protocol: PROTOCOL,
  hook: "auto",
  floor_ns: 100_000_000,
  idle_floor_ns: 200_000_000,
  first_sample_ns: 300_000_000,
  interval_ns: 50_000_000,
  sample: "blockcanary",
  hang_timeout_ns: 5_000_000_000,
  heartbeat_ns: 1_000_000_000,
  drain_ms: 100,
  silence_ms: 30_000,
  session: "a1-b2",
  package: "com.example.app",
};

function refused(change: Record<string, unknown>, what: RegExp): void {
  assert.throws(
    () => parseOptions(JSON.stringify({ ...OPTIONS, ...change })),
    (error: unknown) => error instanceof StartError && error.code === "protocol" && what.test(error.message),
  );
}

test("good options are taken as they are", () => {
  const options = parseOptions(JSON.stringify(OPTIONS));
  assert.deepEqual({ ...options }, OPTIONS);
  assert.equal(sampleMode(options), 2);
  assert.deepEqual(nanos(options), [1e8, 2e8, 3e8, 5e7, 5e9, 1e9, 3e10]);
});

test("another protocol is refused by naming both", () => {
  refused({ protocol: 2 }, /^protocol: this agent speaks 1, the host 2$/);
});

test("what would reach the probe as nonsense is refused by its name", () => {
  refused({ floor_ns: 0 }, /floor_ns/);
  refused({ interval_ns: 1.5 }, /interval_ns/);
  refused({ silence_ms: "30s" }, /silence_ms/);
  refused({ hook: "xposed" }, /hook/);
  refused({ sample: "never" }, /sample/);
  refused({ session: "a b:c" }, /session/);
});

test("a start error begins with its code", () => {
  assert.equal(new StartError("dex", "no loader").message, "dex: no loader");
});

test("a goodbye is JSON with and without a last batch", () => {
  const batch = '{"type":"batch","seq":7,"at_ns":1,"events":[],"dropped":0}';
  assert.deepEqual(JSON.parse(goodbye(5, [], batch)), {
    type: "goodbye",
    at_ns: 5,
    restored: true,
    residue: [],
    batch: JSON.parse(batch) as unknown,
  });
  const sad = JSON.parse(goodbye(5, ['a "quoted" reason'], null)) as Record<string, unknown>;
  assert.equal(sad.restored, false);
  assert.deepEqual(sad.residue, ['a "quoted" reason']);
  assert.equal(sad.batch, null);
});

test("a batch's number is read without parsing the batch", () => {
  assert.equal(batchSeq('{"type":"batch","seq":123,"at_ns":1,"events":[]}'), 123);
  assert.throws(() => batchSeq('{"type":"hello"}'), /not a batch/);
});

test("a fatal is JSON", () => {
  assert.deepEqual(JSON.parse(fatal("silence", "nobody")), { type: "fatal", code: "silence", text: "nobody" });
});
