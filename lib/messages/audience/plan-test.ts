import { CHANNELS, type Channel, type ChoiceOf, type Language } from "../../../schema/vocabulary.ts";
import { type Charge, Counts } from "../../budget/counts.ts";
import { type Block, isOfCall } from "../../channels/block.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { CapHome, ChannelRules, SendingPolicy } from "../../channels/rules.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { ConfiguredChannels } from "../../kernel/ports.ts";
import { NOTICES } from "../../language/sent.ts";
import { MESSAGE_LIMITS } from "../limits.ts";
import type { MessageContent } from "../message.ts";
import { nameText } from "../sms-text.ts";
import type { Contact, Outsider, Person } from "./due-finding.ts";
import { DEFAULT_PREFERENCES, type NotificationPreferences } from "./preferences.ts";

/** With its owner's language. */
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

type TestPlan = { contacts: TestContact[]; charges: Charge[] };

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
    if (block !== null) return refuse("sms_used_up", refusedText(block));
  }
  return done({ contacts, charges: counts.charges() });
}

export type TestOfAllFacts = Pick<TestFacts, "household" | "sent" | "policy" | "now"> & {
  people: readonly Person[];
  outsiders: readonly Outsider[];
  configured: ConfiguredChannels;
};

/**
 * Everybody whom a critical alert would be sent to, by every channel but calls, those outside the home who have said yes among
 * them. Texts count as any news does that may wait: never against the reserve.
 */
export function planTestOfAll(facts: TestOfAllFacts): Outcome<TestPlan> {
  const { household, sent, policy, now } = facts;
  const counts = new Counts(sent);
  const ofPeople = facts.people.flatMap(({ contacts, preferences, language }) =>
    contacts
      .filter(({ channel }) => isTold(channel, { ...DEFAULT_PREFERENCES, ...preferences }))
      .map((contact) => ({ ...contact, language: contact.language ?? language })),
  );
  const ofOutsiders = facts.outsiders.map(({ contact, language }) => ({ ...contact, language }));
  const order = (channel: Channel) => CHANNELS.indexOf(channel);
  const contacts = [...ofPeople, ...ofOutsiders]
    .filter(({ channel, isVerified, isGone }) => channel !== "call" && isVerified && !isGone && facts.configured[channel])
    .toSorted((a, b) => order(a.channel) - order(b.channel))
    .slice(0, MESSAGE_LIMITS.testContactsMax)
    .filter(({ channel, address }) => {
      const ask = { household, address, isUrgent: false, isFirstOfLeak: false, policy, now };
      return counts.take(channel, CHANNEL_RULES[channel].caps(ask)) === null;
    });
  if (contacts.length === 0)
    return refuse("no_recipient", "Nobody in this home can get a critical alert right now");
  return done({ contacts, charges: counts.charges() });
}

function isTold<C extends Channel>(channel: C, preferences: NotificationPreferences): boolean {
  const rules: ChannelRules<C> = CHANNEL_RULES[channel];
  const choice: ChoiceOf<C> = preferences[channel];
  return rules.wants("freeze", { transition: "opened", severity: "critical" }, choice);
}

/** Nothing comes by mail here. In English, as every refusal of the API. */
function refusedText(block: Block): string {
  const what = block === "used_up" ? "message" : "text message";
  return `A ${isOfCall(block) ? "phone call can't be made" : `${what} can't be sent`}: ${NOTICES.en.blocks[block]}`;
}

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
