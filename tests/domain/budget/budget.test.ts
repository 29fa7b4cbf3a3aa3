import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { budgetCharges, type Spender } from "../../../lib/budget/budget.ts";
import { isEstablished, mailboxOf } from "../../../lib/budget/counts.ts";
import { BUDGET_LIMITS, MESSAGES_PER_MONTH, priceOf } from "../../../lib/budget/limits.ts";
import { LIMITS, RATE_LIMITS } from "../../../schema/limits.ts";
import type { Channel, Spending } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";

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

const lines = (spending: Channel | Spending, spender: Partial<Spender> = {}) =>
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

const SHARES = "smsNetworkPercent smsNewcomersPercent smsUnreservedPercent";
const LIMITS_OF_ALL: Record<string, number> = {
  ...{ ...LIMITS, ...BUDGET_LIMITS, smsOfMonth: MESSAGES_PER_MONTH.sms.pro },
  ...{ smsUnreservedPercent: 100 - BUDGET_LIMITS.smsReservePercent },
  statusSubscriptions: RATE_LIMITS.statusSubscribe.limit,
};
/** Each row of the documented table, its cells from left to right. */
const ROWS: Record<string, string> = {
  "text messages": `smsOfMonth trialSmsPerDay numberSmsPerDay ${SHARES}`,
  "mails, pushes and other messages, a channel":
    "homeMessagesPerDay youngHomeMessagesPerDay homeMessagesPerDay",
  "phone calls": `homeCallsPerDay homeCallsPerMonth ${SHARES}`,
  "codes by text message, in addition":
    "accountCodesPerDay numberCodesPerDay hostCodesPerDay networkCodesPerDay smsCodesPercent smsNewcomerCodesPercent",
  "mails to people new to the caller's network": "mailboxNewcomerMailsPerDay networkNewcomerMailsPerDay",
  "sign-in mails (a pair: 5 an hour)": "signInMailsToAddressPerHour signInMailsByHostPerHour",
  "wrong sign-in codes (a pair: 10 a day)":
    "wrongCodesOfAddressPerDay wrongCodesOfNetworkPerDay instanceWrongCodesPerDay",
  "ingest keys shown again": "revealsPerHour",
  "test messages": "notificationTestsPerHour",
  "claims of pucks": "claimsPerHour",
  "mails to confirm a status subscription": "mailboxStatusMailsPerDay statusSubscriptions",
  invitations:
    "invitationsByAccountPerDay invitationsPerHour invitationsToAddressPerDay networkInvitationsPerDay",
  "feeds tried": "feedTriesPerHour networkFeedTriesPerHour instanceFeedTriesPerHour",
  exports: "exportsPerHour networkExportsPerHour instanceExportsPerHour",
  "keys, tokens and links": "linksPerDay networkLinksPerDay",
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
  const figures = Object.entries(ROWS).map(([what, names]) => [
    what,
    names.split(" ").map((name) => LIMITS_OF_ALL[name]),
  ]);
  expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(figures));
});

const price = (number: string, smsPrefixes: string[], smsPrices: Record<string, number> = {}) =>
  priceOf(number, { smsPrefixes, smsPrices });

describe("a text message", () => {
  test.each(readLines<[string, string, number | null]>(new URL("numbers-of-one.jsonl", import.meta.url)))(
    "to %s (%s) costs %j where +1 is allowed, and goes nowhere for null",
    (number, _, expected) => {
      expect(price(number, ["+1"])).toBe(expected);
    },
  );

  test("goes to a dear range once the operator names it, and to nothing beside it", () => {
    expect(price("+18765550123", ["+1", "+1876"])).toBe(1);
    expect(price("+18765550123", ["+1876"])).toBe(1);
    expect(price("+12125550123", ["+1876"])).toBeNull();
    expect(price("+447781123456", ["+44"])).toBeNull();
    expect(price("+447700900123", ["+44"])).toBe(1);
    expect(price("+77012345678", ["+7"])).toBeNull();
  });

  test("weighs what the longest prefix that fits costs", () => {
    const prices = { "+1": 1, "+1787": 4, "+49": 8 };
    const prefixes = Object.keys(prices);
    expect([price("+17875550123", prefixes, prices), price("+4915155550100", prefixes, prices)]).toEqual([
      4, 8,
    ]);
  });
});

describe("a message", () => {
  const home: Partial<Spender> = {
    plan: "pro",
    isEstablished: true,
    network: null,
    isUrgent: true,
    price: 1,
  };

  test.each(["email", "push", "webhook"] as const)(
    "by %s counts against its home's day, a young one's network's too",
    (channel) => {
      const young = { isEstablished: false, network: "192.0.2.0/24", isUrgent: false };
      expect(lines(channel, home)).toEqual([`${channel} home hh_1 2026-11-21 4000`]);
      expect(lines(channel, { ...home, ...young })).toEqual([
        `${channel} home hh_1 2026-11-21 200`,
        `${channel} network 192.0.2.0/24 2026-11-21 2000`,
      ]);
    },
  );

  const month = "sms home hh_1 2026-11 50";
  const installation = "sms instance  2026-11-21 500";
  const unreserved = "sms class unreserved 2026-11-21 375";
  const number = "sms address +15555550123 2026-11-21 10";
  const newcomers = ["sms network 2001:db8:1::/48 2026-11-21 50", "sms class newcomers 2026-11-21 200"];

  test.each<[string, Partial<Spender>, string[]]>([
    ["counts against the home's month and the installation's day", {}, [month, installation]],
    [
      "that is not urgent, against its number's too",
      { isUrgent: false },
      [month, unreserved, installation, number],
    ],
    [
      "of a trial, against the trial's day",
      { isTrial: true },
      [month, installation, "sms home hh_1 2026-11-21 10", number],
    ],
    [
      "of a young home, against its network's share and the newcomers', whatever it says",
      { isEstablished: false, network: "2001:db8:1::/48" },
      [month, ...newcomers, unreserved, installation],
    ],
  ])("by text %s", (_, spender, expected) => {
    expect(lines("sms", { ...home, ...spender })).toEqual(expected);
  });
});
