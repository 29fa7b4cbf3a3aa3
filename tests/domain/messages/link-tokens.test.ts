import { describe, expect, test } from "vitest";
import { MESSAGE_LIMITS } from "../../../lib/messages/limits.ts";
import {
  alertLinkExpiry,
  alertLinkUrl,
  DECLINE_LINK,
  declineUrl,
  isAlertToken,
  newAlertToken,
  packLinkToken,
  STATUS_LINK,
  statusUnsubscribeUrl,
  UNSUBSCRIBE_LINK,
  unpackLinkToken,
  unsubscribeUrl,
} from "../../../lib/messages/links/tokens.ts";

const NOW = new Date("2026-11-20T10:00:00Z");
const MAC = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
const DAYS_MS = MESSAGE_LIMITS.ackLinkDays * 86_400_000;
const HOST = "https://hearth.example";

const decline = { householdId: "home_1", email: "ada+é@example.test" };
const report = { householdId: "home_1", userId: "user_2", kind: "monthly" } as const;
const status = { email: "ada@example.test" };

/** Each kind of token: the text that is signed, how it is taken apart, and where its link leads. */
const KINDS = [
  {
    name: "to decline invitations",
    claim: decline,
    text: DECLINE_LINK.textOf(decline),
    unpack: (token: string) => unpackLinkToken(DECLINE_LINK, token),
    url: declineUrl,
    path: "/api/invitations/decline/t",
  },
  {
    name: "to end a report",
    claim: report,
    text: UNSUBSCRIBE_LINK.textOf(report),
    unpack: (token: string) => unpackLinkToken(UNSUBSCRIBE_LINK, token),
    url: unsubscribeUrl,
    path: "/api/digest/unsubscribe/t",
  },
  {
    name: "to end news of the service",
    claim: status,
    text: STATUS_LINK.textOf(status),
    unpack: (token: string) => unpackLinkToken(STATUS_LINK, token),
    url: statusUnsubscribeUrl,
    path: "/api/status/unsubscribe/t",
  },
];

describe.each(KINDS)("a token $name", ({ claim, text, unpack, url, path }) => {
  const token = packLinkToken(text, MAC);

  test("says who, what and how long, with what was signed", () => {
    expect(unpack(token)).toEqual({ claim, text, mac: MAC });
    expect(url(HOST, "t")).toBe(HOST + path);
  });

  test.each([
    ["nothing", ""],
    ["something before it", `x/${token}`],
    ["something after it", `${token}x`],
    ["a MAC that is cut", token.slice(0, -1)],
    ["a MAC whose last bits are set", `${token.slice(0, -1)}_`],
    ["no MAC", text],
    ["no text", token.slice(text.length)],
    ["an address that is no base64", packLinkToken(text.replace(/[^.]+$/, "%"), MAC)],
  ])("is none with %s", (_, wrong) => {
    expect(unpack(wrong)).toBeNull();
  });
});

test("an address that is longer than any is no address, and one that is no base64 is none", () => {
  expect(unpackLinkToken(STATUS_LINK, packLinkToken("A".repeat(401), MAC))).toBeNull();
  expect(unpackLinkToken(STATUS_LINK, packLinkToken("A", MAC))).toBeNull();
  expect(unpackLinkToken(DECLINE_LINK, packLinkToken("home_1.A", MAC))).toBeNull();
});

test("the link in a message is short: 22 characters of chance", () => {
  const token = newAlertToken((count) => Uint8Array.from({ length: count }, (_, index) => index));
  expect(token).toMatch(/^[0-9A-Za-z]{22}$/);
  expect(isAlertToken(token)).toBe(true);
  for (const wrong of [`${token}x`, token.slice(1), `-${token.slice(1)}`, ` ${token}`])
    expect(isAlertToken(wrong)).toBe(false);
  expect(alertLinkUrl(HOST, token)).toBe(`${HOST}/a/${token}`);
  expect(alertLinkExpiry(NOW)).toEqual(new Date(NOW.getTime() + DAYS_MS));
});
