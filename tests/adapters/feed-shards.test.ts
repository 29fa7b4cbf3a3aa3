import { describe, expect, test } from "vitest";
import { feedShards } from "../../functions/_platform/cron-calls.ts";

describe("SHARD_SIZE", () => {
  test("is 100 unless the platform's plan allows less", () => {
    expect(feedShards({ EDGE: "cloudflare" })).toEqual({ size: 100, sideBySide: 6 });
    expect(feedShards({ EDGE: "cloudflare", SHARD_SIZE: "12" })).toEqual({ size: 12, sideBySide: 6 });
  });

  test("leaves Node more connections at a time than Workers have", () => {
    expect(feedShards({ EDGE: "vercel", SHARD_SIZE: "" })).toEqual({ size: 100, sideBySide: 24 });
  });

  test.each(["0", "-1", "101", "15.5", "many", "1e9"])(
    "is refused as %s, so that a slip is found at the start",
    (given) => {
      expect(() => feedShards({ SHARD_SIZE: given })).toThrow(
        "SHARD_SIZE must be a whole number from 1 to 100",
      );
    },
  );
});
