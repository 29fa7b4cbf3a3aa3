import { expect, test } from "vitest";
import { MESSAGE_LIMITS } from "../../../lib/outbox/limits.ts";
import { alertLinkExpiry, isAlertToken, linkUrl, newAlertToken } from "../../../lib/outbox/links/tokens.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const DAYS_MS = MESSAGE_LIMITS.ackLinkDays * 86_400_000;
const HOST = "https://hearth.example";

test("the link in a message is short: 22 characters of chance", () => {
  const token = newAlertToken((count) => Uint8Array.from({ length: count }, (_, index) => index));
  expect(token).toMatch(/^[0-9A-Za-z]{22}$/);
  expect(isAlertToken(token)).toBe(true);
  for (const wrong of [`${token}x`, token.slice(1), `-${token.slice(1)}`, ` ${token}`])
    expect(isAlertToken(wrong)).toBe(false);
  expect(linkUrl(HOST, "alert", token)).toBe(`${HOST}/a/${token}`);
  expect(alertLinkExpiry(NOW)).toEqual(new Date(NOW.getTime() + DAYS_MS));
});
