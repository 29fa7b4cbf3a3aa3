import { describe, expect, test } from "vitest";
import { ipBucket } from "../../../lib/people/network.ts";
import {
  newSignInCode,
  planSignIn,
  sameCode,
  sessionExpiry,
  sessionLives,
} from "../../../lib/people/sign-in.ts";

const DAY_MS = 86_400_000;
const drawing = (...draws: number[][]) => {
  const rest = draws.map((bytes) => Uint8Array.from(bytes));
  return () => rest.shift() ?? Uint8Array.of(0, 0, 0, 0);
};

describe("a sign-in code", () => {
  test("has six digits, the small ones too", () => {
    expect(newSignInCode(drawing([0, 0, 0, 7]))).toBe("000007");
    expect(newSignInCode(drawing([0, 15, 66, 63]))).toBe("999999");
  });

  test("is drawn again where four bytes would favour the low codes", () => {
    // 4,294,000,000 is the first of the draws that a whole number of rounds does not cover.
    expect(newSignInCode(drawing([0xff, 0xf1, 0x3d, 0x80], [0, 0, 0, 1]))).toBe("000001");
    expect(newSignInCode(drawing([0xff, 0xf1, 0x3d, 0x7f], [0, 0, 0, 1]))).toBe("999999");
  });

  test("takes every first digit about as often as any other", () => {
    const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
    const counts = Array<number>(10).fill(0);
    for (let draws = 0; draws < 20_000; draws += 1) {
      const digit = Number(newSignInCode(random)[0]);
      counts[digit] = (counts[digit] ?? 0) + 1;
    }
    // χ² with nine degrees of freedom: beyond 40 it would be so once in 100,000 times.
    expect(counts.reduce((sum, count) => sum + (count - 2_000) ** 2 / 2_000, 0)).toBeLessThan(40);
  });

  test("is the same only where every character is", () => {
    expect(sameCode("123456", "123456")).toBe(true);
    for (const other of ["123457", "023456", "12345", "1234567", "", "１23456"])
      expect(sameCode(other, "123456")).toBe(false);
  });
});

describe("a session", () => {
  const began = new Date("2026-11-20T10:00:00Z");
  const later = (ms: number) => new Date(began.getTime() + ms);

  test("lives to the last millisecond of 14 idle and of 90 days", () => {
    const times = { lastUsedAt: began, expiresAt: sessionExpiry(began) };
    expect(sessionLives(times, later(14 * DAY_MS - 1))).toBe(true);
    expect(sessionLives(times, later(14 * DAY_MS))).toBe(false);
    const used = { ...times, lastUsedAt: later(89 * DAY_MS) };
    expect(sessionLives(used, later(90 * DAY_MS - 1))).toBe(true);
    expect(sessionLives(used, later(90 * DAY_MS))).toBe(false);
  });
});

describe("where a sign-in leads", () => {
  const nobody = { email: "new@example.com", userId: null, blockedFor: null, homes: [] };

  test("is the home that was joined first", () => {
    const facts = { ...nobody, userId: "usr_1", homes: ["hh_old", "hh_later"] };
    expect(planSignIn(facts, "hh_new")).toEqual({ newHome: false, householdId: "hh_old" });
  });

  test("is a new home for everyone else, also for somebody who left their last one", () => {
    const expected = { newHome: true, householdId: "hh_new" };
    expect(planSignIn(nobody, "hh_new")).toEqual(expected);
    expect(planSignIn({ ...nobody, userId: "usr_1" }, "hh_new")).toEqual(expected);
  });
});

test.each([
  [null, "unknown"],
  ["198.51.100.7", "198.51.100.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:2::7", "2001:db8:1:2::/64"],
  ["2001:db8::7", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
  ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
  ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
  ["::ffff:198.51.100.7", "::ffff:198.51.100.7"],
])("a limit counts the caller %s as %s", (ip, bucket) => expect(ipBucket(ip)).toBe(bucket));
