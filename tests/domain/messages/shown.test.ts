import { describe, expect, test } from "vitest";
import { type StoredNotifications, shownNotifications } from "../../../lib/messages/audience/preferences.ts";
import { shownContact } from "../../../lib/messages/audience/shown-contact.ts";
import type { Contact } from "../../../lib/outbox/message.ts";
import { configuredBut } from "../../support/channels.ts";
import { emailContact } from "./notice-fixtures.ts";

const PHONE = "+15555550100";
const phone = (address: string, rest: Partial<Contact> = {}): Contact => ({
  ...emailContact(address),
  channel: "sms",
  ...rest,
});

describe("how a home reaches somebody", () => {
  const shown = (stored: Partial<StoredNotifications> = {}, plan: "free" | "pro" = "pro") =>
    shownNotifications(
      {
        preferences: {},
        contacts: [emailContact("ada@example.com")],
        smsThisMonth: 0,
        mailReceipt: null,
        ...stored,
      },
      configuredBut("sms", "webhook"),
      plan,
    );

  test.each([
    [null, "ok"],
    ["delivered", "ok"],
    ["failed", "gone"],
    ["complained", "gone"],
  ] as const)("says of mail whose last word was %s that it is %s", (mailReceipt, state) => {
    expect(shown({ mailReceipt }).email_state).toBe(state);
  });

  test.each<[string, Contact[], string | null, string]>([
    ["proved", [phone(PHONE)], PHONE, "ok"],
    ["not proved", [phone(PHONE, { isVerified: false })], PHONE, "unverified"],
    ["gone", [phone(PHONE, { isGone: true })], PHONE, "gone"],
    ["the last of several", [phone("+15555550199"), phone(PHONE), emailContact("a@b.example")], PHONE, "ok"],
  ])("names the phone number that is %s", (_, contacts, number, state) => {
    expect(shown({ contacts })).toMatchObject({ phone: number, phone_state: state });
  });
});

test.each([
  ["sms", PHONE, PHONE],
  ["push", "token-of-a-phone", "…hone"],
  ["webhook", "https://hooks.example/…1", "https://hooks.example/…1"],
] as const)("its owner sees a contact of %s as %s", (channel, address, seen) => {
  const record = {
    id: "ctp_1",
    channel,
    address,
    isVerified: true,
    isGone: false,
    sealedSecret: null,
    failure: null,
  };
  expect(shownContact(record)).toMatchObject({ id: "ctp_1", channel, address: seen, state: "ok" });
});
