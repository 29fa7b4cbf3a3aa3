import { CHANNELS, type Channel, type ChoiceOf, SEVERITIES } from "../../../schema/vocabulary.ts";
import type { Transition } from "../../alerts/finding.ts";
import { breaksThrough, sendAt } from "../../alerts/quiet-hours.ts";
import { type Charge, Counts } from "../../budget/counts.ts";
import { capHome } from "../../budget/standing.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { Block, ChannelRules, SendingPolicy } from "../../channels/rules.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import type { Contact, DueFinding, DueHome, Person } from "./due-finding.ts";
import { type Heard, heardBy } from "./heard.ts";
import { DEFAULT_PREFERENCES, type NotificationPreferences } from "./preferences.ts";

/** One finding for one of a person's contacts, and when it may arrive. */
export type Delivery = { person: Person; contact: Contact; at: number; finding: DueFinding };

/**
 * Decides whom a finding reaches, on which channels and when. An end reaches nobody who has heard nothing
 * before it.
 */
export const deliveriesOf = (finding: DueFinding, people: readonly Person[], now: number): Delivery[] =>
  people.flatMap((person) => deliveriesTo(person, finding, now));

function deliveriesTo(person: Person, due: DueFinding, now: number): Delivery[] {
  const heard = due.toldBefore === null ? null : heardBy(person, due.toldBefore);
  if (heard?.isAny === false) return [];
  const preferences = { ...DEFAULT_PREFERENCES, ...person.preferences };
  const { kind, severity } = due.finding;
  const quietUntil = sendAt(preferences.quietHours, kind, severity, now);
  return CHANNELS.filter((channel) => wants(channel, due, heard, preferences)).flatMap((channel) =>
    person.contacts
      .filter((contact) => contact.channel === channel && isReachable(contact))
      .map((contact) => {
        const at = CHANNEL_RULES[channel].keepsQuietHours ? quietUntil : now;
        return { person, contact, at, finding: due };
      }),
  );
}

/** What is gone still stands for the mail that is sent in its place, where the channel has one. */
const isReachable = ({ channel, isVerified, isGone }: Contact): boolean =>
  isVerified && (!isGone || CHANNEL_RULES[channel].goneBlock !== null);

/**
 * An end is for the channels that the episode was for, however mild it was at last: what is off stays off.
 */
function wants<C extends Channel>(
  channel: C,
  { finding }: DueFinding,
  heard: Heard | null,
  preferences: NotificationPreferences,
): boolean {
  const rules: ChannelRules<C> = CHANNEL_RULES[channel];
  const choice: ChoiceOf<C> = preferences[channel];
  const isOff = choice === "off" || choice === false;
  if (heard?.channels.has(channel) && !isOff) return true;
  return [finding, ...(heard?.news ?? [])].some((news) => rules.wants(finding.kind, news, choice));
}

/** The end, and worse news, make pointless whatever anyone has not got yet of an alert … */
export const ENDS_WAITING: readonly Transition[] = ["worsened", "closed"];
/** … a reminder what its own reader has not got yet. */
export const STANDS_FOR_EARLIER: readonly Transition[] = [...ENDS_WAITING, "reminded"];

/** Half of the shortest time between two reminders. */
const REMINDED_AGAIN_MS = 5 * MINUTE_MS;

/** One message to one contact of a person: everything that it is told of the home now, the worst first. */
export type PlannedMessage = {
  person: Person;
  contact: Contact;
  /** When it may arrive. */
  at: number;
  findings: DueFinding[];
  /** Why what was asked for on other channels comes here. */
  notes: Block[];
};

export type MessagePlan = { messages: PlannedMessage[]; charges: Charge[] };

/** Decides who is told what of a home, where and when: one message a person, contact and hour of arrival. */
export function planMessages(home: DueHome, policy: SendingPolicy, now: number): MessagePlan {
  const news = withoutOvertaken(home.findings, ENDS_WAITING).filter((finding) => !isToldAgain(finding, now));
  const deliveries = news.flatMap((finding) => deliveriesOf(finding, home.people, now));
  const messages = bundled(deliveries);
  const counts = new Counts(home.sent);
  const planned = messages.map((message) => ({ message, block: charge(message, home, policy, counts, now) }));
  const sent = planned.filter(({ block }) => block === null).map(({ message }) => message);
  const byMail = planned.flatMap(({ message, block }) =>
    block === null ? [] : [mailInstead(message, block)],
  );
  return { messages: merged([...sent, ...byMail]), charges: counts.charges() };
}

/** Leaves out what later news of the same alert makes pointless; oldest first. */
const withoutOvertaken = (findings: readonly DueFinding[], by: readonly Transition[]): DueFinding[] =>
  findings.filter(
    ({ alertId, finding }) =>
      !findings.some(
        (later) =>
          later.alertId === alertId &&
          later.finding.sequence > finding.sequence &&
          by.includes(later.finding.transition),
      ),
  );

/** While nobody sent anything a reminder waited: what it says was told a moment before the next one came up. */
const isToldAgain = ({ lastToldAt }: DueFinding, now: number): boolean =>
  lastToldAt !== null && now - lastToldAt < REMINDED_AGAIN_MS;

const keyOf = ({ person, contact, at }: Pick<PlannedMessage, "person" | "contact" | "at">): string =>
  JSON.stringify([person.userId, contact.channel, contact.address, at]);

function bundled(deliveries: readonly Delivery[]): PlannedMessage[] {
  const byContact = Map.groupBy(deliveries, keyOf);
  return [...byContact.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { person, contact, at } = first;
    const news = group.map(({ finding }) => finding);
    const findings = worstFirst(withoutOvertaken(news, STANDS_FOR_EARLIER));
    return [{ person, contact, at, findings, notes: [] }];
  });
}

const graveness = ({ finding }: DueFinding): number =>
  (finding.transition === "closed" ? 0 : 10) +
  (finding.kind === "leak" ? 5 : 0) +
  SEVERITIES.indexOf(finding.severity);

const worstFirst = (findings: DueFinding[]): DueFinding[] =>
  findings.toSorted((a, b) => graveness(b) - graveness(a));

/** Null where it may be sent, and has been counted; else why it comes as mail. */
function charge(
  { contact, findings }: PlannedMessage,
  { household }: DueHome,
  policy: SendingPolicy,
  counts: Counts,
  now: number,
): Block | null {
  const rules = CHANNEL_RULES[contact.channel];
  if (contact.isGone) return rules.goneBlock;
  const isUrgent = findings.some(({ finding }) => breaksThrough(finding.kind, finding.severity));
  const caps = rules.caps({
    household: capHome(household, household.standing, now),
    address: contact.address,
    isUrgent,
    policy,
    now,
  });
  return counts.take(contact.channel, caps);
}

/** Sends to the address that the reader signs in with, whatever they chose for mail. */
function mailInstead({ person, at, findings }: PlannedMessage, block: Block): PlannedMessage {
  const mail = person.contacts.find(({ channel }) => channel === "email");
  if (mail === undefined) throw new Error(`${person.userId} signs in with no address`);
  return { person, contact: mail, at, findings, notes: [block] };
}

/**
 * What goes to one contact at one time is one message, also where some of it was meant for another channel.
 */
function merged(messages: readonly PlannedMessage[]): PlannedMessage[] {
  return [...Map.groupBy(messages, keyOf).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const findings = new Set(group.flatMap((message) => message.findings));
    const notes = new Set(group.flatMap((message) => message.notes));
    return [{ ...first, findings: worstFirst([...findings]), notes: [...notes] }];
  });
}
