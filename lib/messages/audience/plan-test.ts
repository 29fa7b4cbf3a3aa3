import type { Channel } from "../../../schema/vocabulary.ts";
import { type Charge, Counts } from "../../budget/counts.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { CapHome, SendingPolicy } from "../../channels/rules.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { MessageContent } from "../message.ts";
import { nameText } from "../notice/plain-text.ts";
import type { Contact } from "./due-finding.ts";

export type TestFacts = {
  channel: Channel;
  isConfigured: boolean;
  household: CapHome;
  /** The contacts of the member who asks, or of the home's owners. */
  contacts: readonly Contact[];
  sent: Record<string, number>;
  policy: SendingPolicy;
  now: number;
};

export type TestPlan = { contacts: Contact[]; charges: Charge[] };

/** Plans where a test message goes; a refusal says plainly what is missing for a real one, too. */
export function planTest(facts: TestFacts): Outcome<TestPlan> {
  const { channel, isConfigured, household, sent, policy, now } = facts;
  const rules = CHANNEL_RULES[channel];
  if (!isConfigured)
    return refuse(
      "channel_not_configured",
      `${rules.label} is not configured on this installation: nothing is sent by it`,
    );
  const all = facts.contacts.filter((contact) => contact.channel === channel);
  const contacts = all.filter(({ isVerified, isGone }) => isVerified && !isGone);
  if (contacts.length === 0) return refuse("no_recipient", nobody(rules.nobody, all));
  const counts = new Counts(sent);
  for (const { address } of contacts) {
    const block = counts.take(channel, rules.caps({ household, address, isUrgent: false, policy, now }));
    if (block !== null) return refuse("sms_used_up", spoken(block));
  }
  return done({ contacts, charges: counts.charges() });
}

type Nobody = { none: string; unverified: string; gone: string };

function nobody(words: Nobody, contacts: readonly Contact[]): string {
  if (contacts.some(({ isGone }) => isGone)) return words.gone;
  return contacts.length > 0 ? words.unverified : words.none;
}

/** The reason out of the note that a mail would have: nothing comes by mail here. */
function spoken(block: string): string {
  const reason = /\bbut (.*?)\. It came by mail instead\.$/.exec(block)?.[1] ?? block;
  return `A text message cannot be sent: ${reason}`;
}

/** The same on every channel, and no alert. */
export const testContent = (homeName: string): MessageContent => {
  const text = `This is a test from Hearthwatch for ${nameText(homeName, "your home")}. Alerts reach you the same way.`;
  return { subject: "Test from Hearthwatch", text };
};
