import { describe, expect, test } from "vitest";
import {
  CLAIM_LIMIT,
  claimExpiry,
  claimIsOpen,
  claimsCountSince,
  newNonce,
  type OpenClaim,
  puckSecretBytes,
} from "../../../lib/pucks/claim.ts";
import { PUCK_LIMITS } from "../../../lib/pucks/limits.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe("a claim of a puck", () => {
  const claim = { expiresAt: claimExpiry(NOW), usedAt: null, voidedAt: null };
  const isOpen = (over: Partial<NonNullable<OpenClaim>>, at = NOW) => claimIsOpen({ ...claim, ...over }, at);

  test("is good for five minutes, to the moment", () => {
    expect(PUCK_LIMITS.claimMinutes).toBe(5);
    expect(isOpen({}, later(5 * 60_000 - 1))).toBe(true);
    expect(isOpen({}, later(5 * 60_000))).toBe(false);
  });

  test("is good once, until a newer one voids it, and only to whom it was given", () => {
    expect(isOpen({})).toBe(true);
    expect(isOpen({ usedAt: NOW })).toBe(false);
    expect(isOpen({ voidedAt: NOW })).toBe(false);
    expect(claimIsOpen(null, NOW)).toBe(false);
  });

  test("counts towards the limit for an hour", () => {
    expect(CLAIM_LIMIT).toEqual({ name: "claim", limit: PUCK_LIMITS.claimsPerHour, windowSeconds: 3_600 });
    expect(claimsCountSince(NOW)).toEqual(later(-3_600_000));
  });

  test("has a nonce of 32 random bytes that fits into an address", () => {
    const asked: number[] = [];
    const random = (count: number) => {
      asked.push(count);
      return new Uint8Array(count).fill(255);
    };
    expect(newNonce(random)).toBe(`${"_".repeat(42)}8`);
    expect(asked).toEqual([32]);
  });
});

describe("a puck's secret as firmware writes it", () => {
  const bytes = Uint8Array.from({ length: 16 }, (_, index) => 240 + index);

  test.each([
    ["hex", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"],
    ["hex in capitals", "F0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF"],
    ["base64", "8PHy8/T19vf4+fr7/P3+/w=="],
    ["base64url without padding", "8PHy8_T19vf4-fr7_P3-_w"],
  ])("is read from %s", (_, text) => {
    expect(puckSecretBytes(text)).toEqual(bytes);
  });

  test("has 16 to 128 bytes", () => {
    const ofBytes = (count: number) => puckSecretBytes("ab".repeat(count))?.length ?? null;
    expect([15, 16, 128, 129].map(ofBytes)).toEqual([null, 16, 128, null]);
  });

  test("is nothing else", () => {
    expect(puckSecretBytes("")).toBeNull();
    expect(puckSecretBytes("not a secret, but a sentence!")).toBeNull();
  });
});
