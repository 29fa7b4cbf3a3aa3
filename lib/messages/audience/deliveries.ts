import { CHANNELS, type Channel, type ChoiceOf } from "../../../schema/vocabulary.ts";
import {
  DEFAULT_ESCALATION,
  type EscalationStep,
  escalates,
  isAtOnce,
  isForMember,
} from "../../alerts/escalation.ts";
import type { News } from "../../channels/content.ts";
import { sendAt } from "../../channels/quiet-hours.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { ChannelRules } from "../../channels/rules.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import type { Contact } from "../../outbox/contact.ts";
import type { DueFinding, NotificationPreferences, NotifiedBefore, Person } from "./due-finding.ts";
import { DEFAULT_PREFERENCES } from "./preferences.ts";

/** One finding for one of a person's contacts, and when it may arrive. */
export type Delivery = { person: Person; contact: Contact; at: number; finding: DueFinding };

/**
 * Decides whom a finding reaches, on which channels and when. An end reaches nobody who has heard nothing
 * before it.
 */
export const deliveriesOf = (
  finding: DueFinding,
  people: readonly Person[],
  now: number,
  steps: readonly EscalationStep[] = DEFAULT_ESCALATION,
): Delivery[] => {
  // Whom the steps name may have left the home since: urgent news that would reach no member reaches all of them.
  const reachesMembers = steps.some((step) => people.some(({ userId }) => isForMember(step, userId, [])));
  const inForce = reachesMembers ? steps : EVERYBODY_AT_ONCE;
  return people.flatMap((person) => deliveriesTo(person, finding, now, inForce));
};

const EVERYBODY_AT_ONCE: readonly EscalationStep[] = [{ whom: "everybody", channels: null, afterMinutes: 0 }];

const isEscalated = ({ finding: { kind, severity, transition } }: DueFinding): boolean =>
  escalates(kind, severity, transition);

function deliveriesTo(
  person: Person,
  due: DueFinding,
  now: number,
  steps: readonly EscalationStep[],
): Delivery[] {
  const heard = due.notifiedBefore === null ? null : heardBy(person, due.notifiedBefore);
  if (heard?.isAny === false) return [];
  const preferences = { ...DEFAULT_PREFERENCES, ...person.preferences };
  const { kind, severity, takenOnBy } = due.finding;
  // The person who acknowledged learns at once that it got worse, whatever step they are in.
  const isStepped = isEscalated(due) && takenOnBy !== person.userId;
  const quietUntil = sendAt(preferences.quietHours, kind, severity, now);
  const wanted = CHANNELS.filter((channel) => wants(channel, due, heard, preferences));
  const channels = isNoHurry(due)
    ? withoutHurry(wanted)
    : wanted.filter((channel) => !isStepped || isAtOnce(steps, person.userId, channel));
  return channels.flatMap((channel) =>
    person.contacts
      .filter((contact) => contact.channel === channel && isReachable(contact))
      .map((contact) => {
        const at = CHANNEL_RULES[channel].keepsQuietHours ? quietUntil : now;
        return { person, contact, at, finding: due };
      })
      .flatMap((delivery) => lateDelivery(delivery, now)),
  );
}

/** `isAny` is false for who is to hear nothing of the end either. */
type Heard = { isAny: boolean; channels: ReadonlySet<Channel>; news: News[] };

/**
 * What somebody was notified of in an episode. Both the messages since they became a member and the messages sent
 * to them count: addresses change and messages aren't kept forever, while a choice may have changed since a
 * message.
 */
function heardBy({ contacts, memberSince }: Person, before: NotifiedBefore): Heard {
  const news = before.news.filter(({ notifiedAt }) => notifiedAt >= memberSince);
  const reached = before.recipients.filter(({ channel, recipient }) =>
    contacts.some((contact) => contact.channel === channel && contact.address === recipient),
  );
  const channels = new Set(reached.map(({ channel }) => channel));
  return { isAny: news.length > 0 || channels.size > 0, channels, news };
}

/** A leak sensor that keeps getting damp wakes nobody, though it is about water. */
const isNoHurry = ({ finding: { why } }: DueFinding): boolean =>
  typeof why !== "string" && why.code === "keeps_getting_damp";

/** Read when there is time for it, or by machines. */
const QUIET_CHANNELS: readonly Channel[] = ["email", "webhook", "home_assistant"];

/** By mail, for people who want mail; machines get everything. */
const withoutHurry = (wanted: readonly Channel[]): readonly Channel[] =>
  wanted.includes("email") ? wanted.filter((channel) => QUIET_CHANNELS.includes(channel)) : wanted;

/** What is gone still stands for the mail that is sent in its place, where the channel has one. */
const isReachable = ({ channel, isVerified, isGone }: Contact): boolean =>
  isVerified && (!isGone || CHANNEL_RULES[channel].goneBlock !== undefined);

/**
 * Delayed news waits for its time, and is dropped if somebody acknowledges first. A reminder comes no
 * earlier than that either, and must not delay waiting messages.
 */
export function lateDelivery(delivery: Delivery, now: number): Delivery[] {
  const { contact, finding: due } = delivery;
  const waitMs = waitMinutes(contact) * MINUTE_MS;
  if (waitMs === 0) return [delivery];
  if (due.finding.transition === "reminded") return now - due.openedAt >= waitMs ? [delivery] : [];
  return [{ ...delivery, at: now + waitMs }];
}

/** Minutes for which an urgent alert goes unacknowledged before the channel gets it. */
export const waitMinutes = ({ channel }: Contact): number => CHANNEL_RULES[channel].afterMinutes ?? 0;

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
  if (rules.isOnlyUnanswered === true && finding.transition === "closed") return false;
  const isOff = choice === "off" || choice === false;
  if (heard?.channels.has(channel) && !isOff) return true;
  return [finding, ...(heard?.news ?? [])].some((news) => rules.wants(finding.kind, news, choice));
}
