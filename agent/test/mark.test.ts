import assert from "node:assert/strict";
import { test } from "node:test";

import { FRESH_MS, holder } from "../src/mark.js";

test("a renewed mark names who holds the process", () => {
  assert.deepEqual(holder("s1:1000", 1000 + FRESH_MS - 1), { session: "s1", ageMs: FRESH_MS - 1 });
});

test("a mark that nobody renews, or none, or an odd one, holds nothing", () => {
  assert.equal(holder("s1:1000", 1000 + FRESH_MS), null);
  assert.equal(holder(null, 1000), null);
  assert.equal(holder("nonsense", 1000), null);
  assert.equal(holder("s1:900000", 1000), null); // from before a reboot's clock
});
