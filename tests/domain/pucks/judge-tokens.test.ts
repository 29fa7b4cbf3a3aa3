import { expect, test } from "vitest";
import { judgeTokens, type TokenFacts, type TokenVerdict } from "../../../lib/pucks/claim.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);
const fresh = { expiresAt: at(99), spentAt: null };
const spent = (seconds: number) => ({ expiresAt: at(99), spentAt: at(seconds) });

const LIVE: TokenFacts = { accessIsOwn: true, accessExpiresAt: at(1), endsAt: at(99), refresh: fresh };
const EXPIRED: TokenFacts = { ...LIVE, accessExpiresAt: NOW };

test.each<[TokenVerdict, string, TokenFacts]>([
  ["live", "a good access token", LIVE],
  ["live", "a good access token beside a spent refresh token", { ...LIVE, refresh: spent(-99) }],
  ["live", "a good access token beside somebody else's refresh token", { ...LIVE, refresh: null }],
  ["ended", "a session past its end", { ...LIVE, endsAt: NOW }],
  ["renew", "an expired access token", EXPIRED],
  ["renew", "a former access token", { ...LIVE, accessIsOwn: false }],
  ["ended", "an expired access token and nothing else", { ...EXPIRED, refresh: null }],
  ["ended", "an expired refresh token", { ...EXPIRED, refresh: { expiresAt: NOW, spentAt: null } }],
  [
    "ended",
    "an expired refresh token that was spent",
    { ...EXPIRED, refresh: { expiresAt: NOW, spentAt: at(-99) } },
  ],
  ["together", "one that was spent just now", { ...EXPIRED, refresh: spent(0) }],
  ["together", "one that another instance's clock spends in a moment", { ...EXPIRED, refresh: spent(1) }],
  ["together", "one spent 29 seconds ago", { ...EXPIRED, refresh: spent(-29) }],
  ["reused", "one spent 30 seconds ago", { ...EXPIRED, refresh: spent(-30) }],
])("%s: %s", (verdict, _, facts) => {
  expect(judgeTokens(facts, NOW)).toBe(verdict);
});
