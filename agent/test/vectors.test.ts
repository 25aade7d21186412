/** The files that pytest reads as well: what the host sends is what the agent takes, and the other way round. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { batchSeq, fatal, goodbye, parseOptions } from "../src/wire.js";

// Run in the agent's folder.
const vector = (name: string): string => readFileSync(join("..", "tests", "contract", "vectors", name), "utf8");

test("the host's options are taken", () => {
  assert.equal(parseOptions(vector("options.json")).hook, "auto");
});

test("fatal and goodbye are what the host reads", () => {
  const told = JSON.parse(vector("fatal.json")) as { code: string; text: string };
  assert.deepEqual(JSON.parse(fatal(told.code, told.text)), told);
  const left = JSON.parse(vector("goodbye.json")) as { at_ns: number; residue: string[]; batch: unknown };
  const text = goodbye(left.at_ns, left.residue, JSON.stringify(left.batch));
  const { batch, ...rest } = JSON.parse(text) as { batch: unknown };
  const { batch: expected, ...others } = left;
  assert.deepEqual(rest, others);
  assert.deepEqual(batch, expected);
});

test("every captured batch's number can be read off its text", () => {
  for (const hook of ["printer", "observer"]) {
    const batches = vector(`captured-${hook}.jsonl`).split("\n").filter((line) => line.startsWith('{"type":"batch"'));
    assert.ok(batches.length > 10);
    batches.forEach((text, index) => assert.equal(batchSeq(text), index + 1));
  }
});
