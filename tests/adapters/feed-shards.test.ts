import { expect, test } from "vitest";
import { feedShards } from "../../functions/_platform/cron-calls.ts";

test("Node has more connections at a time than Workers, which poll fewer feeds side by side", () => {
  const given = { SHARD_SIZE: 12, MACHINE: undefined };
  expect(feedShards({ ...given, EDGE: "cloudflare" })).toEqual({ size: 12, sideBySide: 6 });
  expect(feedShards({ ...given, EDGE: "vercel" })).toEqual({ size: 12, sideBySide: 24 });
});
