import { describe, expect, test } from "vitest";
import { readFeed } from "../../../lib/feeds/read-feed.ts";

const NOW = new Date("2026-11-20T10:00:00Z");

const read = (text: string, jsonRoot: string | null = null) =>
  readFeed(new TextEncoder().encode(text), { jsonRoot, now: NOW });

const keys = (text: string, jsonRoot: string | null = null): string[] | string => {
  const outcome = read(text, jsonRoot);
  return outcome.ok ? outcome.payload.readings.map(({ key }) => key) : outcome.reason;
};

describe("a feed's answer", () => {
  test.each([
    ["HTML", "<!doctype html><title>Router</title>"],
    ["nothing", ""],
    ["half of JSON", '{"temp1":4'],
    ["JSON nested too deep", `${"[".repeat(65)}${"]".repeat(65)}`],
  ])("is not_json where it is %s", (_name, text) => {
    expect(keys(text)).toBe("not_json");
  });

  test("is not_json where it is not UTF-8", () => {
    const bytes = Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect(readFeed(bytes, { jsonRoot: null, now: NOW })).toEqual({ ok: false, reason: "not_json" });
  });

  test("has no_readings where nothing usable stands, or nothing at all at its jsonRoot", () => {
    expect(keys('{"status":"ok"}')).toBe("no_readings");
    expect(keys("21.5")).toBe("no_readings");
    expect(keys('{"temp1":40}', "data")).toBe("no_readings");
  });
});
