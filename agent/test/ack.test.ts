import assert from "node:assert/strict";
import { test } from "node:test";

import { AckWindow, MAX_UNACKED_CHARS } from "../src/ack.js";

test("the window closes when too much is unprocessed, and opens again", () => {
  const window = new AckWindow(30_000, 0);
  window.batch(1, MAX_UNACKED_CHARS - 1);
  assert.ok(window.open);
  window.batch(2, 1);
  assert.ok(!window.open);
  window.ack(1);
  assert.ok(window.open);
});

test("an ack covers everything up to its number", () => {
  const window = new AckWindow(30_000, 0);
  for (let seq = 1; seq <= 4; seq++) {
    window.batch(seq, MAX_UNACKED_CHARS / 2);
  }
  window.ack(2);
  assert.ok(!window.open);
  window.ack(4);
  assert.ok(window.open);
});

test("silence is counted from the last ack", () => {
  const window = new AckWindow(3000, 0);
  for (let now = 0; now <= 3000; now += 100) {
    assert.ok(!window.silent(now));
  }
  assert.ok(window.silent(3100));
  window.ack(0);
  assert.ok(!window.silent(3200));
});

test("a frozen app, or a clock that jumped, is not a silent host", () => {
  const window = new AckWindow(3000, 0);
  assert.ok(!window.silent(3_600_000));
  assert.ok(!window.silent(1000));
  assert.ok(!window.silent(1100));
});
