import type { Channel } from "../../../schema/vocabulary.ts";
import {
  DEFAULT_ESCALATION,
  escalates,
  isForContact,
  isForMember,
  isForMembers,
  type ScheduledStep,
  scheduleOf,
  takesChannel,
} from "../../alerts/escalation.ts";
import { type Contact, isReachable } from "../../outbox/contact.ts";
import { type Delivery, lateDelivery } from "./deliveries.ts";
import type { DueFinding, DueHome, DueStep, Outsider, Person } from "./due-finding.ts";
import { wantsAlert } from "./preferences.ts";

/** A step of a round that begins with this news; `isNotified` where the news itself is all that it says. */
export type StartedStep = ScheduledStep & { alertId: string; isNotified: boolean };

/** The steps of every urgent alert that is news; what the members hear at once is this very news. */
export function startedBy({ findings, escalation }: DueHome, now: number): StartedStep[] {
  const urgent = findings.filter(({ finding: { kind, severity, transition } }) =>
    escalates(kind, severity, transition),
  );
  return [...new Set(urgent.map(({ alertId }) => alertId))].flatMap((alertId) =>
    scheduleOf(escalation ?? DEFAULT_ESCALATION, now).map((scheduled) => {
      const { step } = scheduled;
      return { ...scheduled, alertId, isNotified: step.afterMinutes === 0 && isForMembers(step) };
    }),
  );
}

/** The last news as a step tells it. */
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

/** Why somebody outside the home is called: nobody has answered, or they had taken on what got worse or is still open. */
type CallReason = "nobody" | "worse" | "expired";

/** `name`: one message for each reason and alert, whoever decides it. */
type Called = { reason: CallReason; name: string };

/** Everything that one person outside the home is called for now, by what comes first: that is what they had taken on. */
export type PlannedCall = Called & { outsider: Outsider; findings: DueFinding[] };

/** Whom news and steps reach outside the home, each once. */
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
      const findings = [...taken, ...due.map((step) => step.due)];
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
