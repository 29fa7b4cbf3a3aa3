import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { budgetCharges, type Spender } from "../../../lib/budget/budget.ts";
import { isEstablished, mailboxOf } from "../../../lib/budget/counts.ts";
import { BUDGET_LIMITS } from "../../../lib/budget/limits.ts";
import { CHANNEL_LIMITS } from "../../../lib/channels/limits.ts";
import { SMS_PER_MONTH } from "../../../lib/channels/sms/rules.ts";
import { LIMITS, RATE_LIMITS } from "../../../schema/limits.ts";
import type { Spending } from "../../../schema/vocabulary.ts";

const NOW = new Date("2026-11-21T09:30:00Z");
const DAY_MS = 86_400_000;
const POLICY = {
  smsPerDay: 500,
  callsPerDay: 100,
  smsPrefixes: ["+1"],
  newcomerMailsPerDay: 3_000,
  mailsPerSecond: null,
};
const NEWCOMER: Spender = {
  account: "usr_1",
  home: "hh_1",
  address: "+15555550123",
  host: "2001:db8:1:2::/64",
  network: "2001:db8:1::/48",
  isEstablished: false,
};

const lines = (spending: Spending, spender: Partial<Spender> = {}) =>
  budgetCharges(spending, { ...NEWCOMER, ...spender }, POLICY, NOW).map(
    ({ channel, scope, subject, period, max }) => `${channel} ${scope} ${subject} ${period} ${max}`,
  );

describe("a code by text message", () => {
  const own = ["sms_code code +15555550123 2026-11-21 3", "sms_code account usr_1 2026-11-21 6"];
  const ofAll = ["sms class unreserved 2026-11-21 375", "sms instance  2026-11-21 500"];

  test("of a newcomer counts by number, person, host, network and class, and leaves the reserve alone", () => {
    expect(lines("sms_code")).toEqual([
      ...own,
      "sms_code host 2001:db8:1:2::/64 2026-11-21 10",
      "sms_code network 2001:db8:1::/48 2026-11-21 20",
      "sms class newcomer codes 2026-11-21 50",
      "sms class codes 2026-11-21 100",
      "sms network 2001:db8:1::/48 2026-11-21 50",
      "sms class newcomers 2026-11-21 200",
      ...ofAll,
    ]);
  });

  test("of an established home leaves the reserve alone, too", () => {
    expect(lines("sms_code", { isEstablished: true })).toEqual([
      ...own,
      "sms class codes 2026-11-21 100",
      ...ofAll,
    ]);
  });

  test("is counted by no network where nobody tells it", () => {
    const untold = lines("sms_code", { host: null, network: null });
    expect(untold.filter((line) => line.includes("network") || line.includes("host"))).toEqual([]);
  });
});

test("only urgent news of an established home may use the reserve", () => {
  const reserved = (spender: Partial<Spender>) =>
    !lines("sms", spender).some((line) => line.includes("unreserved"));
  expect(
    [
      { isEstablished: true, isUrgent: true },
      { isEstablished: true, isUrgent: false },
      { isEstablished: false, isUrgent: true },
    ].map(reserved),
  ).toEqual([true, false, false]);
});

test("an act is counted by the hour or the day, of newcomers by their network as well", () => {
  expect(lines("feed_try")).toEqual([
    "feed_try home hh_1 2026-11-21T09 30",
    "feed_try network 2001:db8:1::/48 2026-11-21T09 100",
    "feed_try instance  2026-11-21T09 1000",
  ]);
  expect(lines("link", { isEstablished: true })).toEqual(["link home hh_1 2026-11-21 100"]);
});

test.each([
  ["a week old, of its own plan and heard for a day", {}, true],
  ["on Free or on trial", { plan: "free" as const }, false],
  ["younger than a week", { createdAt: NOW.getTime() - 7 * DAY_MS + 1 }, false],
  ["heard for less than a day", { heardForMs: DAY_MS - 1 }, false],
  ["never heard", { heardForMs: null }, false],
])("a home %s is established: %s", (_, facts, expected) => {
  const home = { plan: "pro" as const, createdAt: NOW.getTime() - 7 * DAY_MS, heardForMs: DAY_MS };
  expect(isEstablished({ ...home, ...facts }, NOW.getTime())).toBe(expected);
});

test.each([
  ["Ada+news@Example.com", "ada@example.com"],
  ["a.d.a+1@googlemail.com", "ada@gmail.com"],
  ["a.d.a@example.com", "a.d.a@example.com"],
  ['"odd@name"@example.com', '"odd@name"@example.com'],
])("%s is the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

const { smsNetworkPercent, smsNewcomersPercent, smsReservePercent } = BUDGET_LIMITS;
const SHARES = [smsNetworkPercent, smsNewcomersPercent, 100 - smsReservePercent];
/** Each row of the documented table, its cells from left to right. */
const FIGURES: Record<string, number[]> = {
  "text messages": [SMS_PER_MONTH.pro, LIMITS.trialSmsPerDay, LIMITS.numberSmsPerDay, ...SHARES],
  "mails, pushes and other messages, a channel": [
    BUDGET_LIMITS.homeMessagesPerDay,
    BUDGET_LIMITS.youngHomeMessagesPerDay,
    BUDGET_LIMITS.homeMessagesPerDay,
  ],
  "phone calls": [LIMITS.homeCallsPerDay, CHANNEL_LIMITS.homeCallsPerMonth, ...SHARES],
  "codes by text message, in addition": [
    BUDGET_LIMITS.accountCodesPerDay,
    BUDGET_LIMITS.numberCodesPerDay,
    BUDGET_LIMITS.hostCodesPerDay,
    BUDGET_LIMITS.networkCodesPerDay,
    BUDGET_LIMITS.smsCodesPercent,
    BUDGET_LIMITS.smsNewcomerCodesPercent,
  ],
  "mails to people new to the caller's network": [
    BUDGET_LIMITS.mailboxNewcomerMailsPerDay,
    BUDGET_LIMITS.networkNewcomerMailsPerDay,
  ],
  "sign-in mails (a pair: 5 an hour)": [
    BUDGET_LIMITS.signInMailsToAddressPerHour,
    BUDGET_LIMITS.signInMailsByHostPerHour,
  ],
  "wrong sign-in codes (a pair: 10 a day)": [
    BUDGET_LIMITS.wrongCodesOfAddressPerDay,
    BUDGET_LIMITS.wrongCodesOfNetworkPerDay,
    BUDGET_LIMITS.instanceWrongCodesPerDay,
  ],
  "ingest keys shown again": [BUDGET_LIMITS.revealsPerHour],
  "test messages": [BUDGET_LIMITS.notificationTestsPerHour],
  "replays of webhook deliveries": [LIMITS.deliveryReplaysPerHour],
  "claims of pucks": [BUDGET_LIMITS.claimsPerHour],
  "mails to confirm a status subscription": [
    BUDGET_LIMITS.mailboxStatusMailsPerDay,
    RATE_LIMITS.statusSubscribe.limit,
  ],
  invitations: [
    BUDGET_LIMITS.invitationsByAccountPerDay,
    BUDGET_LIMITS.invitationsPerHour,
    BUDGET_LIMITS.invitationsToAddressPerDay,
    BUDGET_LIMITS.networkInvitationsPerDay,
  ],
  "feeds tried": [
    BUDGET_LIMITS.feedTriesPerHour,
    BUDGET_LIMITS.networkFeedTriesPerHour,
    BUDGET_LIMITS.instanceFeedTriesPerHour,
  ],
  exports: [
    BUDGET_LIMITS.exportsPerHour,
    BUDGET_LIMITS.networkExportsPerHour,
    BUDGET_LIMITS.instanceExportsPerHour,
  ],
  "keys, tokens and links": [BUDGET_LIMITS.linksPerDay, BUDGET_LIMITS.networkLinksPerDay],
};

test("the budget has the figures of its table in the documentation", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/budget.md"), "utf8");
  const [, table = ""] = text.split("## Limits");
  const rows = (table.split("\n- ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  const stated = rows
    .slice(1)
    .filter((line) => !line.startsWith("| -"))
    .map((line) => {
      const [, what = "", ...cells] = line.split("|").map((cell) => cell.trim());
      const figures = cells.join(" ").match(/\d[\d,]*/g) ?? [];
      return [what, figures.map((figure) => Number(figure.replaceAll(",", "")))];
    });
  expect(Object.fromEntries(stated)).toEqual(FIGURES);
});
