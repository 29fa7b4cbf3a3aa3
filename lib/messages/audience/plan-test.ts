import { LIMITS } from "../../../schema/limits.ts";
import type { Channel, Language } from "../../../schema/vocabulary.ts";
import { type Charge, Counts } from "../../budget/counts.ts";
import type { Block } from "../../channels/block.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { CapHome, SendingPolicy } from "../../channels/rules.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { NOTICES } from "../../language/notices.ts";
import type { MessageContent } from "../message.ts";
import { nameText } from "../notice/plain-text.ts";
import type { Contact } from "./due-finding.ts";

/** With the language of whoever has it. */
export type TestContact = Contact & { language: Language };

export type TestFacts = {
  channel: Channel;
  isConfigured: boolean;
  household: CapHome;
  /** The contacts of the member who asks, or of the home's owners. */
  contacts: readonly TestContact[];
  sent: Record<string, number>;
  policy: SendingPolicy;
  now: number;
};

export type TestPlan = { contacts: TestContact[]; charges: Charge[] };

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
    const block = counts.take(
      channel,
      rules.caps({ household, address, isUrgent: false, isFirstOfLeak: false, policy, now }),
    );
    if (block !== null) return refuse("sms_used_up", REFUSED[block]);
  }
  return done({ contacts, charges: counts.charges() });
}

const notSent = (reason: string): string => `A text message can't be sent: ${reason}`;
const notCalled = (reason: string): string => `A phone call can't be made: ${reason}`;

/** Nothing comes by mail here. In English, as every refusal of the API. */
const REFUSED: Record<Block, string> = {
  country: notSent("this service sends none to that country"),
  not_in_plan: notSent("those are part of the Pro plan"),
  month_used_up: notSent("this month's are used up"),
  all_used_up: notSent("this service has sent as many as it may today"),
  newcomers_used_up: notSent("new homes have had their share of today's"),
  trial_used_up: notSent(`a home on trial sends at most ${LIMITS.trialSmsPerDay} a day`),
  number_used_up: notSent(`your number has had ${LIMITS.numberSmsPerDay} today`),
  number_gone: notSent("your phone number takes no more text messages"),
  call_country: notCalled("this service calls no such number"),
  call_not_in_plan: notCalled("those are part of the Pro plan"),
  call_month_used_up: notCalled("this month's are used up"),
  call_day_used_up: notCalled(`a home makes at most ${LIMITS.homeCallsPerDay} a day`),
  call_all_used_up: notCalled("this service has made as many as it may today"),
  call_newcomers_used_up: notCalled("new homes have had their share of today's"),
  call_number_gone: notCalled("your phone number can no longer be called"),
};

type Nobody = { none: string; unverified: string; gone: string };

function nobody(words: Nobody, contacts: readonly Contact[]): string {
  if (contacts.some(({ isGone }) => isGone)) return words.gone;
  return contacts.length > 0 ? words.unverified : words.none;
}

/** The same on every channel, and no alert. */
export const testContent = (homeName: string, language: Language): MessageContent => {
  const { test, yourHome } = NOTICES[language];
  return { subject: test.subject, text: test.text(nameText(homeName, yourHome)), language };
};
