import type { Block, Channel, Language } from "../../../schema/vocabulary.ts";
import { type CapHome, type Charge, Counts, type SendingPolicy } from "../../budget/counts.ts";
import { isOfCall } from "../../channels/block.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { NOTICES } from "../../language/sent.ts";
import type { MessageContent } from "../message.ts";
import { nameText } from "../sms-text.ts";
import type { Contact } from "./due-finding.ts";

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
    if (block !== null) return refuse("sms_used_up", refusedText(block));
  }
  return done({ contacts, charges: counts.charges() });
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
