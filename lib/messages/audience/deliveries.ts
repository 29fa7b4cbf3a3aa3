import {
  type AlertKind,
  CHANNELS,
  type Channel,
  type ChoiceOf,
  SEVERITIES,
} from "../../../schema/vocabulary.ts";
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

/** Decides whom a finding reaches, on which channels and when. An end reaches only people notified before. */
export const deliveriesOf = (
  finding: DueFinding,
  { people, outsiders }: Pick<DueHome, "people" | "outsiders">,
  now: number,
  steps: readonly EscalationStep[],
): Delivery[] => {
  const deliveries = people.flatMap((person) => deliveriesTo(person, finding, now, steps));
  // The people in the steps may have left, or have no channel of theirs: news that nobody gets now goes to all members.
  const isSilent = deliveries.length === 0 && !steps.some((step) => callsAtOnce(step, finding, outsiders));
  return isSilent
    ? people.flatMap((person) => deliveriesTo(person, finding, now, EVERYBODY_AT_ONCE))
    : deliveries;
};

const callsAtOnce = (step: EscalationStep, due: DueFinding, outsiders: readonly Outsider[]): boolean =>
  step.afterMinutes === 0 &&
  outsiders.some((outsider) => isReachable(outsider.contact) && isAskedBy({ step, due }, outsider));

const EVERYBODY_AT_ONCE: readonly EscalationStep[] = [{ whom: "everybody", channels: null, afterMinutes: 0 }];

const isEscalated = ({ finding: { kind, severity, transition } }: DueFinding): boolean =>
  escalates(kind, severity, transition);

function deliveriesTo(person: Person, due: DueFinding, now: number, steps: readonly EscalationStep[]) {
  const heard = due.notifiedBefore === null ? null : heardBy(person, due.notifiedBefore);
  if (heard?.isAny === false) return [];
  const preferences = { ...DEFAULT_PREFERENCES, ...person.preferences };
  const { kind, severity, takenOnBy } = due.finding;
  // The person who acknowledged is notified of worse news at once, whatever their step.
  const isStepped = isEscalated(due) && takenOnBy !== person.userId;
  const quietUntil = sendAt(preferences.quietHours, kind, severity, now);
  const wanted = CHANNELS.filter((channel) => wants(channel, due, heard, preferences));
  const channels = isLowUrgency(due)
    ? quietChannels(wanted)
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

/** The earlier messages to a person in an episode. `isAny` is false for none: then the end isn't sent either. */
type Heard = { isAny: boolean; channels: ReadonlySet<Channel>; news: News[] };

/**
 * Finds what a person was notified of in an episode. News since they became a member counts, because addresses change
 * and messages aren't kept for ever; messages to their contacts count too, because choices change.
 */
function heardBy({ contacts, memberSince }: Person, before: NotifiedBefore): Heard {
  const news = before.news.filter(({ notifiedAt }) => notifiedAt >= memberSince);
  const reached = before.recipients.filter(({ channel, recipient }) =>
    contacts.some((contact) => contact.channel === channel && contact.address === recipient),
  );
  const channels = new Set(reached.map(({ channel }) => channel));
  return { isAny: news.length > 0 || channels.size > 0, channels, news };
}

/** True for a leak sensor that keeps getting damp: that is about water, but should wake nobody. */
const isLowUrgency = ({ finding: { why } }: DueFinding): boolean => why.code === "keeps_getting_damp";

const QUIET_CHANNELS: readonly Channel[] = ["email", "webhook", "home_assistant"];

/** Keeps mail and the channels of programs, if the person wants mail; otherwise all channels. */
const quietChannels = (wanted: readonly Channel[]): readonly Channel[] =>
  wanted.includes("email") ? wanted.filter((channel) => QUIET_CHANNELS.includes(channel)) : wanted;

/** True if the contact, even when gone, has mail sent in its place. */
const hasStandIn = ({ channel, isVerified }: Contact): boolean =>
  isVerified && CHANNEL_RULES[channel].goneBlock !== undefined;

/**
 * Delays news on a channel that waits; an acknowledgement drops it meanwhile. A reminder is never queued with a delay,
 * because it would replace the waiting message: it goes out at once, or not at all before the channel's time.
 */
function lateDelivery(delivery: Delivery, now: number): Delivery[] {
  const { contact, finding: due } = delivery;
  const waitMs = waitMinutes(contact) * MINUTE_MS;
  if (waitMs === 0) return [delivery];
  if (due.finding.transition === "reminded") return now - due.openedAt >= waitMs ? [delivery] : [];
  return [{ ...delivery, at: now + waitMs }];
}

/** Minutes that an urgent alert must stay unacknowledged before the channel gets it. */
export const waitMinutes = ({ channel }: Contact): number => CHANNEL_RULES[channel].afterMinutes ?? 0;

/** An end goes to the channels that got the episode's news, however mild it was at last, unless turned off since. */
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

/** A step of a round that this news starts. `isNotified`: the news itself already does all that the step would do. */
export type StartedStep = ScheduledStep & { alertId: string; isNotified: boolean };

/** Returns the steps of every urgent alert among the news. Members' first step is done by the news itself. */
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

/** Decides which members a step reaches. Quiet hours don't apply, because steps are for urgent alerts. */
export function stepDeliveries(due: DueStep, people: readonly Person[], now: number): Delivery[] {
  const finding = findingOf(due);
  return people
    .filter(({ userId }) => isForMember(due.step, userId, due.before) && !isAlreadyNotified(due))
    .flatMap((person) =>
      person.contacts
        .filter(isReachable)
        .filter((contact) => isAsked(due, person, contact.channel) && !isJustNotified(due, contact))
        .map((contact) => ({ person, contact, at: now, finding }))
        // A step that names channels sends at its own time; otherwise a channel keeps its usual delay.
        .flatMap((delivery) => (due.step.channels === null ? lateDelivery(delivery, now) : [delivery])),
    );
}

/** True if the news that started the round has already done this step. */
const isAlreadyNotified = ({ membersNotified, step }: DueStep): boolean =>
  membersNotified && step.afterMinutes === 0;

/** True if the step uses the channel and the person wants such alerts on it: steps never override a choice. */
const isAsked = ({ step, due }: DueStep, { preferences }: Person, channel: Channel): boolean =>
  takesChannel(step, channel) && wantsAlert(channel, due.finding, preferences);

/** Kinds that can wait where something else of the same severity can't. */
const CAN_WAIT: readonly AlertKind[] = ["sensor_fault", "outage", "forecast", "humidity"];

const graveness = ({ finding: { kind, severity, transition } }: DueFinding): number =>
  (transition === "closed" ? 0 : 10) +
  (kind === "leak" ? 5 : 0) +
  2 * SEVERITIES.indexOf(severity) +
  Number(!CAN_WAIT.includes(kind));

const placeOf = ({ names: { space, device, sensor } }: DueFinding): string => space ?? device ?? sensor ?? "";

/** Sorts by gravity, then the oldest first, then by room. */
export const worstFirst = (findings: readonly DueFinding[]): DueFinding[] =>
  findings.toSorted(
    (a, b) =>
      graveness(b) - graveness(a) || a.finding.at - b.finding.at || placeOf(a).localeCompare(placeOf(b)),
  );

/**
 * Why an outsider is asked for help: the home wants them to know with its members, nobody has answered, or an alert that
 * they acknowledged got worse or is still open.
 */
type HelpReason = "atOnce" | "nobody" | "worse" | "expired";

/**
 * One request to an outsider about all their alerts: first those they had acknowledged, each group with the worst first.
 * `name` is the dedupe key: one message for each reason and alert.
 */
export type HelpRequest = { reason: HelpReason; name: string; outsider: Outsider; findings: DueFinding[] };

export function helpRequests(
  news: readonly DueFinding[],
  steps: readonly DueStep[],
  outsiders: readonly Outsider[],
): HelpRequest[] {
  return outsiders
    .filter(({ contact }) => isReachable(contact))
    .flatMap((outsider): HelpRequest[] => {
      const taken = news.filter(({ finding }) => finding.takenOnBy === outsider.contactId);
      const due = steps.filter(
        (step) => isAskedBy(step, outsider) && !isJustNotified(step, outsider.contact),
      );
      const findings = [...worstFirst(taken), ...worstFirst(due.map((step) => step.due))];
      const [[worse], [step]] = [taken, due];
      if (worse !== undefined)
        return [
          { outsider, findings, reason: "worse", name: `${worse.alertId}/worse.${worse.finding.sequence}` },
        ];
      if (step === undefined) return [];
      const name = `${step.due.alertId}/call.${step.round}.${step.place}`;
      return [{ outsider, findings, reason: reasonOf(step), name }];
    });
}

function reasonOf({ place, step, membersNotified }: DueStep): HelpReason {
  if (membersNotified) return step.afterMinutes === 0 ? "atOnce" : "nobody";
  return place === 0 && !isForMembers(step) && step.whom !== "contacts" ? "expired" : "nobody";
}

/** True if the contact has just got a message about the alert, which says what the step would say. */
export const isJustNotified = ({ justNotified = [] }: DueStep, { channel, address }: Contact): boolean =>
  justNotified.some((notified) => notified.channel === channel && notified.recipient === address);

function isAskedBy(
  { step, due }: Pick<DueStep, "step" | "due">,
  { contactId, contact, tells, spaces }: Outsider,
): boolean {
  if (!isForContact(step, contactId) || !takesChannel(step, contact.channel)) return false;
  if (tells === "leaks" && due.finding.kind !== "leak") return false;
  const { space } = due.names;
  // An alert without a room, such as a whole home offline, concerns every outsider.
  return spaces.length === 0 || space === null || space === "" || spaces.includes(space);
}
