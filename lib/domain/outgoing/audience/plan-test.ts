import type { Channel } from "../../../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../../outcome.ts";
import type { MessageContent } from "../message.ts";
import { type SmsAllowance, smsLeft } from "./audience.ts";

/** Who a test message may go to: the person who asks, or the owners of the home. */
export type TestPerson = { email: string; phone: string | null; phoneGone: boolean; pushTokens: string[] };

export type TestFacts = {
  channel: Channel;
  isConfigured: boolean;
  people: readonly TestPerson[];
  allowance: SmsAllowance;
};

/** Where a test message goes; a refusal says plainly what is missing for a real one, too. */
export function planTest({ channel, isConfigured, people, allowance }: TestFacts): Outcome<string[]> {
  if (!isConfigured) return refuse("channel_not_configured", notConfigured(channel));
  const recipients = [...new Set(people.flatMap((person) => RECIPIENTS[channel](person)))];
  if (recipients.length === 0) return refuse("no_recipient", nobody(channel, people));
  if (channel !== "sms" || recipients.length <= smsLeft(allowance)) return done(recipients);
  return refuse("sms_used_up", allowance.cap === 0 ? "Text messages are part of the Pro plan" : undefined);
}

const RECIPIENTS: Record<Channel, (person: TestPerson) => string[]> = {
  email: ({ email }) => [email],
  sms: ({ phone, phoneGone }) => (phone === null || phoneGone ? [] : [phone]),
  push: ({ pushTokens }) => pushTokens,
};

const NAMES: Record<Channel, string> = { email: "Email", sms: "SMS", push: "Push" };

const notConfigured = (channel: Channel): string =>
  `${NAMES[channel]} is not configured on this installation: nothing is sent by it`;

function nobody(channel: Channel, people: readonly TestPerson[]): string | undefined {
  if (channel === "push") return "No phone or browser is registered for push";
  if (channel === "email") return undefined;
  const isGone = people.some(({ phoneGone }) => phoneGone);
  return isGone ? "The phone number takes no more text messages" : "There is no phone number to send to";
}

/** The same on every channel, and no alert. */
export const testContent = (homeName: string): MessageContent => ({
  subject: "Test from Hearthwatch",
  text: `This is a test from Hearthwatch for ${homeName}. Alerts reach you the same way.`,
});
