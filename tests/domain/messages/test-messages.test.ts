import { describe, expect, test } from "vitest";
import { countKey } from "../../../lib/budget/counts.ts";
import { done, refuse } from "../../../lib/kernel/outcome.ts";
import type { ConfiguredChannels } from "../../../lib/kernel/ports.ts";
import type { HomeAudience } from "../../../lib/messages/audience/due-finding.ts";
import { planTest } from "../../../lib/messages/audience/plan-test.ts";
import type { Contact } from "../../../lib/outbox/message.ts";
import { CHANNELS, type Channel } from "../../../schema/vocabulary.ts";
import { ADA, contact, emailContact, HOUSEHOLD, POLICY } from "./notice-fixtures.ts";

const PHONE = "+15555550100";
const CONFIGURED = Object.fromEntries(
  CHANNELS.map((channel) => [channel, channel !== "push"]),
) as ConfiguredChannels;
const phone = (rest: Partial<Contact> = {}) => contact("sms", PHONE, rest);
const mailbox = emailContact("ada@example.com");

type Case = Partial<Pick<HomeAudience, "household" | "sent">> & {
  channel?: Channel;
  contacts?: Contact[];
  smsPerDay?: number;
};

const plan = ({ channel = "sms", contacts = [mailbox, phone()], smsPerDay = 500, ...rest }: Case) =>
  planTest(
    {
      audience: { household: HOUSEHOLD, people: [{ ...ADA, contacts }], outsiders: [], sent: {}, ...rest },
      configured: CONFIGURED,
      policy: { ...POLICY, smsPerDay },
      now: Date.UTC(2026, 10, 21, 12),
    },
    channel,
    "usr_ada",
  );

const charge = { channel: "sms", add: 1 } as const;
const CHARGES = [
  { ...charge, scope: "home", subject: "hh_ada", period: "2026-11", max: 50 },
  { ...charge, scope: "class", subject: "unreserved", period: "2026-11-21", max: 375 },
  { ...charge, scope: "instance", subject: "", period: "2026-11-21", max: 500 },
  { ...charge, scope: "address", subject: PHONE, period: "2026-11-21", max: 10 },
];

describe("a test message", () => {
  test("goes to each contact of the channel that is in use, and counts as any message", () => {
    const unused = [phone({ isVerified: false }), phone({ isGone: true })];
    expect(plan({ contacts: [mailbox, ...unused, phone()] })).toEqual(
      done({ contacts: [phone()], charges: CHARGES }),
    );
  });

  test("counts by mail against the home's messages of the day alone", () => {
    const planned = plan({ channel: "email" });
    expect(planned.ok && planned.value.contacts).toEqual([mailbox]);
    expect(planned.ok && planned.value.charges.map(({ channel, scope }) => [channel, scope])).toEqual([
      ["email", "home"],
    ]);
  });

  test("is refused where the number has had ten today, since a test is nothing urgent", () => {
    const counted = countKey({ channel: "sms", scope: "address", subject: PHONE, period: "2026-11-21" });
    expect(plan({ sent: { [counted]: 10 } })).toEqual(
      refuse("sms_used_up", "A text message can't be sent: your number has already had 10 today"),
    );
  });

  test("to two numbers is refused where the day has room for one", () => {
    const contacts = [phone(), contact("sms", "+15555550101")];
    expect(plan({ contacts, smsPerDay: 1 })).toEqual(
      refuse("sms_used_up", "A text message can't be sent: this service has reached its limit for today"),
    );
  });
});
