import { expect, test } from "vitest";
import { isWellFormedSecret } from "../../../lib/kernel/secret.ts";
import { companionSessionEnd, newTokenPair, pairTimes } from "../../../lib/pucks/claim.ts";

const NOW = new Date("2026-11-20T10:00:00Z");

test("a companion's pair is two secrets of their own kinds", () => {
  const { accessToken, refreshToken } = newTokenPair((count) => new Uint8Array(count).fill(7));
  expect(isWellFormedSecret("acc", accessToken)).toBe(true);
  expect(isWellFormedSecret("ref", refreshToken)).toBe(true);
});

test("an access token lasts 15 minutes, its renewal 60 days, the session a year", () => {
  expect(pairTimes(NOW)).toEqual({
    accessExpiresAt: new Date("2026-11-20T10:15:00Z"),
    refreshExpiresAt: new Date("2027-01-19T10:00:00Z"),
  });
  expect(companionSessionEnd(NOW)).toEqual(new Date("2027-11-20T10:00:00Z"));
});
