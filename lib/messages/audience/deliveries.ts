import { CHANNELS, type Channel, type ChoiceOf, SEVERITIES } from "../../../schema/vocabulary.ts";
import {
  DEFAULT_ESCALATION,
  type EscalationStep,
  escalates,
  isAtOnce,
  isForContact,
  isForMember,
  isForMembers,
  type ScheduledStep,
  scheduleOf,
  takesChannel,
} from "../../alerts/escalation.ts";
import type { News } from "../../channels/content.ts";
import { sendAt } from "../../channels/quiet-hours.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { ChannelRules } from "../../channels/rules.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { type Contact, isReachable } from "../../outbox/message.ts";
import type {
  DueFinding,
  DueHome,
  DueStep,
  NotificationPreferences,
  NotifiedBefore,
  Outsider,
  Person,
} from "./due-finding.ts";
import { DEFAULT_PREFERENCES, wantsAlert } from "./preferences.ts";

type Delivery = { person: Person; contact: Contact; at: number; finding: DueFinding };

/** Decides whom a finding reaches, on which channels and when. An end reaches nobody who has heard nothing before it. */
export const deliveriesOf = (
  finding: DueFinding,
  people: readonly Person[],
  now: number,
  steps: readonly EscalationStep[],
): Delivery[] => {
  // Whom the steps name may have left the home since: urgent news that would reach no member reaches all of them.
  const reachesMembers = steps.some((step) => people.some(({ userId }) => isForMember(step, userId, [])));
  const inForce = reachesMembers ? steps : EVERYBODY_AT_ONCE;
  return people.flatMap((person) => deliveriesTo(person, finding, now, inForce));
};

const EVERYBODY_AT_ONCE: readonly EscalationStep[] = [{ whom: "everybody", channels: null, afterMinutes: 0 }];

const isEscalated = ({ finding: { kind, severity, transition } }: DueFinding): boolean =>
  escalates(kind, severity, transition);

function deliveriesTo(person: Person, due: DueFinding, now: number, steps: readonly EscalationStep[]) {
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
      .filter((contact) => contact.channel === channel && (isReachable(contact) || hasStandIn(contact)))
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
 * What somebody was notified of in an episode. Both the messages since they became a member and the messages sent to them
 * count: addresses change and messages aren't kept forever, while a choice may have changed since a message.
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

const QUIET_CHANNELS: readonly Channel[] = ["email", "webhook", "home_assistant"];

/** By mail, for people who want mail; machines get everything. */
const withoutHurry = (wanted: readonly Channel[]): readonly Channel[] =>
  wanted.includes("email") ? wanted.filter((channel) => QUIET_CHANNELS.includes(channel)) : wanted;

/** What is gone still stands for the mail that is sent in its place, where the channel has one. */
const hasStandIn = ({ channel, isVerified }: Contact): boolean =>
  isVerified && CHANNEL_RULES[channel].goneBlock !== undefined;

/**
 * Delayed news waits for its time, and is dropped if somebody acknowledges first. A reminder comes no
 * earlier than that either, and must not delay waiting messages.
 */
function lateDelivery(delivery: Delivery, now: number): Delivery[] {
  const { contact, finding: due } = delivery;
  const waitMs = waitMinutes(contact) * MINUTE_MS;
  if (waitMs === 0) return [delivery];
  if (due.finding.transition === "reminded") return now - due.openedAt >= waitMs ? [delivery] : [];
  return [{ ...delivery, at: now + waitMs }];
}

/** Minutes for which an urgent alert goes unacknowledged before the channel gets it. */
export const waitMinutes = ({ channel }: Contact): number => CHANNEL_RULES[channel].afterMinutes ?? 0;

/** An end is for the channels that the episode was for, however mild it was at last: what is off stays off. */
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

/** A step of a round that begins with this news; `isNotified` where the news itself is all that it says. */
export type StartedStep = ScheduledStep & { alertId: string; isNotified: boolean };

/** The steps of every urgent alert that is news; what the members hear at once is this very news. */
export function startedBy({ findings, escalation }: DueHome, now: number): StartedStep[] {
  const urgent = findings.filter(isEscalated);
  return [...new Set(urgent.map(({ alertId }) => alertId))].flatMap((alertId) =>
    scheduleOf(escalation ?? DEFAULT_ESCALATION, now).map((scheduled) => {
      const { step } = scheduled;
      return { ...scheduled, alertId, isNotified: step.afterMinutes === 0 && isForMembers(step) };
    }),
  );
}

const findingOf = ({ due, round, place, membersNotified, step }: DueStep): DueFinding => ({
  ...due,
  finding: { ...due.finding, transition: "reminded", suppressedBy: null },
  lastNotifiedAt: null,
  stage: { round, place, isRenewal: !membersNotified && place === 0 && step.whom.startsWith("usr_") },
});

/** Whom of the members a step reaches, at once: an urgent alert waits for no morning. */
export function stepDeliveries(due: DueStep, people: readonly Person[], now: number): Delivery[] {
  const finding = findingOf(due);
  return people
    .filter(({ userId }) => isForMember(due.step, userId, due.before) && !isAlreadyNotified(due))
    .flatMap((person) =>
      person.contacts
        .filter(isReachable)
        .filter((contact) => isAsked(due, person, contact.channel) && !isJustNotified(due, contact))
        .map((contact) => ({ person, contact, at: now, finding }))
        // A step that names the channel has its own time; who is reached as they chose waits as they chose.
        .flatMap((delivery) => (due.step.channels === null ? lateDelivery(delivery, now) : [delivery])),
    );
}

/** What comes at once was part of the news that began the round. */
const isAlreadyNotified = ({ membersNotified, step }: DueStep): boolean =>
  membersNotified && step.afterMinutes === 0;

/** What somebody has turned off stays off, at night, too. */
const isAsked = ({ step, due }: DueStep, { preferences }: Person, channel: Channel): boolean =>
  takesChannel(step, channel) && wantsAlert(channel, due.finding, preferences);

const graveness = ({ finding }: DueFinding): number =>
  (finding.transition === "closed" ? 0 : 10) +
  (finding.kind === "leak" ? 5 : 0) +
  SEVERITIES.indexOf(finding.severity);

const placeOf = ({ names: { space, device, sensor } }: DueFinding): string => space ?? device ?? sensor ?? "";

/** Of equals the oldest, and of one moment in the order of their rooms. */
export const worstFirst = (findings: readonly DueFinding[]): DueFinding[] =>
  findings.toSorted(
    (a, b) =>
      graveness(b) - graveness(a) || a.finding.at - b.finding.at || placeOf(a).localeCompare(placeOf(b)),
  );

/** Why somebody outside the home is called: nobody has answered, or they had taken on what got worse or is still open. */
type CallReason = "nobody" | "worse" | "expired";

/** `name`: one message for each reason and alert, whoever decides it. */
type Called = { reason: CallReason; name: string };

/** Everything that one person outside the home is called for now: first what they had taken on, of each the worst first. */
export type PlannedCall = Called & { outsider: Outsider; findings: DueFinding[] };

export function callsOf(
  news: readonly DueFinding[],
  steps: readonly DueStep[],
  outsiders: readonly Outsider[],
): PlannedCall[] {
  return outsiders
    .filter(({ contact }) => isReachable(contact))
    .flatMap((outsider) => {
      const taken = news.filter(({ finding }) => finding.takenOnBy === outsider.contactId);
      const due = steps.filter(
        (step) => isCalledFor(step, outsider) && !isJustNotified(step, outsider.contact),
      );
      const [first] = [...taken.map(calledForNews), ...due.map(calledForStep)];
      const findings = [...worstFirst(taken), ...worstFirst(due.map((step) => step.due))];
      return first === undefined ? [] : [{ outsider, findings, ...first }];
    });
}

const calledForNews = ({ alertId, finding }: DueFinding): Called => ({
  reason: "worse",
  name: `${alertId}/worse.${finding.sequence}`,
});

const calledForStep = ({ due, round, place, step, membersNotified }: DueStep): Called => ({
  reason:
    !membersNotified && place === 0 && !isForMembers(step) && step.whom !== "contacts" ? "expired" : "nobody",
  name: `${due.alertId}/call.${round}.${place}`,
});

/** Somebody who got a message about the alert a moment ago has heard what the step would say. */
export const isJustNotified = ({ justNotified = [] }: DueStep, { channel, address }: Contact): boolean =>
  justNotified.some((notified) => notified.channel === channel && notified.recipient === address);

function isCalledFor({ step, due }: DueStep, { contactId, contact, tells, spaces }: Outsider): boolean {
  if (!isForContact(step, contactId) || !takesChannel(step, contact.channel)) return false;
  if (tells === "leaks" && due.finding.kind !== "leak") return false;
  const { space } = due.names;
  // What belongs to no room, such as a home gone silent, concerns them all.
  return spaces.length === 0 || space === null || space === "" || spaces.includes(space);
}
