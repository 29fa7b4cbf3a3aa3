import { type Block, CHANNELS, type Channel, type Language } from "../../../schema/vocabulary.ts";
import { type CapHome, type Charge, Counts } from "../../budget/counts.ts";
import { isOfCall } from "../../channels/block.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { ConfiguredChannels, SendingPolicy } from "../../kernel/ports.ts";
import { NOTICES } from "../../language/sent.ts";
import { MESSAGE_LIMITS } from "../limits.ts";
import type { MessageContent } from "../message.ts";
import { nameText } from "../sms-text.ts";
import type { Contact, Outsider, Person } from "./due-finding.ts";
import { wantsAlert } from "./preferences.ts";

/** Everybody whom a home reaches, and what it has sent so far, by `countKey`. */
export type HomeAudience = {
  homeName: string;
  household: CapHome;
  people: readonly Person[];
  outsiders: readonly Outsider[];
  sent: Record<string, number>;
};

/** With its owner's language. */
export type Reader = Contact & { language: Language };

export const readersOf = (people: readonly Person[]): Reader[] =>
  people.flatMap(({ contacts, language }) =>
    contacts.map((contact) => ({ ...contact, language: contact.language ?? language })),
  );

export const isReachable = ({ isVerified, isGone }: Contact): boolean => isVerified && !isGone;

type Spending = { policy: SendingPolicy; now: number };

/** Those for whom the home's budget has room, what their messages count as, and why the first of the others gets none. */
export function affordable<C extends Contact>(
  contacts: readonly C[],
  { household, sent }: Pick<HomeAudience, "household" | "sent">,
  { policy, now }: Spending,
  isUrgent = false,
): { contacts: C[]; charges: Charge[]; block: Block | null } {
  const counts = new Counts(sent);
  let block: Block | null = null;
  const paid = contacts.filter(({ channel, address }) => {
    const ask = { household, address, isUrgent, isFirstOfLeak: false, policy, now };
    const full = counts.take(channel, CHANNEL_RULES[channel].caps(ask));
    block ??= full;
    return full === null;
  });
  return { contacts: paid, charges: counts.charges(), block };
}

type TestPlan = { contacts: Reader[]; charges: Charge[] };

type TestFacts = Spending & { audience: HomeAudience; configured: ConfiguredChannels };

/**
 * Plans where a test message goes that a member asks for, or a program for the owners where `userId` is null; a refusal says
 * plainly what is missing for a real one, too.
 */
export function planTest(
  { audience, configured, ...spending }: TestFacts,
  channel: Channel,
  userId: string | null,
): Outcome<TestPlan> {
  const { label, nobody } = CHANNEL_RULES[channel];
  if (!configured[channel])
    return refuse(
      "channel_not_configured",
      `${label} is not configured on this installation: nothing is sent by it`,
    );
  const people = audience.people.filter((person) =>
    userId === null ? person.role === "owner" : person.userId === userId,
  );
  const all = readersOf(people).filter((contact) => contact.channel === channel);
  const reachable = all.filter(isReachable);
  if (reachable.length === 0) return refuse("no_recipient", missing(nobody, all));
  const { block, ...plan } = affordable(reachable, audience, spending);
  return block === null ? done(plan) : refuse("sms_used_up", refusedText(block));
}

/**
 * Everybody whom a critical alert would be sent to, by every channel but calls, those outside the home who have said yes among
 * them. Texts count as any news does that may wait: never against the reserve.
 */
export function planTestOfAll({ audience, configured, ...spending }: TestFacts): Outcome<TestPlan> {
  const { people, outsiders } = audience;
  const ofPeople = people.flatMap((person) =>
    readersOf([person]).filter(({ channel }) =>
      wantsAlert(channel, { kind: "freeze", severity: "critical" }, person.preferences),
    ),
  );
  const ofOutsiders = outsiders.map(({ contact, language }) => ({ ...contact, language }));
  const order = ({ channel }: Contact) => CHANNELS.indexOf(channel);
  const reachable = [...ofPeople, ...ofOutsiders]
    .filter((contact) => contact.channel !== "call" && isReachable(contact) && configured[contact.channel])
    .toSorted((a, b) => order(a) - order(b))
    .slice(0, MESSAGE_LIMITS.testContactsMax);
  const { contacts, charges } = affordable(reachable, audience, spending);
  return contacts.length === 0
    ? refuse("no_recipient", "Nobody in this home can get a critical alert right now")
    : done({ contacts, charges });
}

/** Nothing comes by mail here. In English, as every refusal of the API. */
function refusedText(block: Block): string {
  const what = block === "used_up" ? "message" : "text message";
  return `A ${isOfCall(block) ? "phone call can't be made" : `${what} can't be sent`}: ${NOTICES.en.blocks[block]}`;
}

type Nobody = { none: string; unverified: string; gone: string };

function missing(words: Nobody, contacts: readonly Contact[]): string {
  if (contacts.some(({ isGone }) => isGone)) return words.gone;
  return contacts.length > 0 ? words.unverified : words.none;
}

/** The same on every channel, and no alert. */
export const testContent = (homeName: string, language: Language): MessageContent => {
  const { test, yourHome } = NOTICES[language];
  return { subject: test.subject, text: test.text(nameText(homeName, yourHome)), language };
};
