import { expect, test } from "vitest";
import { SHARD_WORKS, shardTick } from "../../../lib/kernel/shards.ts";

test.each([
  ["10:00:00", "10:00:07", "10:00"],
  ["10:00:00", "10:14:59", "10:00"],
  ["10:15:00", "10:14:59", "10:15"],
  ["10:00:00", "10:15:01", "10:15"],
  ["08:00:00", "10:44:00", "10:30"],
  ["10:07:13", "10:07:20", "10:00"],
  ["23:00:00", "10:00:00", "10:00"],
])("a shard of %s that comes at %s is polled for %s", (handedOut, now, tick) => {
  const at = (time: string) => new Date(`2026-11-20T${time}Z`);
  expect(shardTick(at(handedOut), at(now))).toEqual(at(`${tick}:00`));
});

test("the works of a message are called as those that wait in a queue call them", () => {
  expect(SHARD_WORKS).toEqual(["poll", "judge"]);
});
