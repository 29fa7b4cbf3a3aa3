import {
  type AlertKind,
  type Channel,
  ESCALATION_GROUPS,
  type EscalationGroup,
  ID_PREFIXES,
  type Severity,
  type Transition,
} from "../../schema/vocabulary.ts";
import { breaksThrough } from "../channels/quiet-hours.ts";
import { HOUR_MS, MINUTE_MS, type Moment } from "../kernel/time.ts";

/** Everybody is notified at once on the channels that they chose, then by text; then contacts outside the home are. */
export const DEFAULT_ESCALATION: readonly EscalationStep[] = [
  { whom: "everybody", channels: null, afterMinutes: 0 },
  { whom: "everybody", channels: ["sms"], afterMinutes: 5 },
  { whom: "contacts", channels: null, afterMinutes: 15 },
];

/** How long after acknowledging an urgent alert that is still open somebody is asked again … */
export const ACK_HOURS = 4;
/** … and how long they have to answer before the others are notified. */
const ACK_AGAIN_MINUTES = 5;
/** How long somebody to whom an urgent alert was assigned has to answer before everybody is asked again. */
export const ASSIGNED_MINUTES = 10;

const STARTS: readonly Transition[] = ["opened", "worsened", "flapping"];

/**
 * One step of an escalation. `whom`: a group, or the id of a member or of a contact outside the home. `channels`: null
 * for all that each of them has chosen. `afterMinutes` counts from the start of the round.
 */
export type EscalationStep = {
  whom: EscalationGroup | string;
  channels: readonly Channel[] | null;
  afterMinutes: number;
};

/** True if such a message starts an escalation, unless one is in progress. */
export const escalates = (kind: AlertKind, severity: Severity, transition: Transition): boolean =>
  breaksThrough(kind, severity) && STARTS.includes(transition);

export type ScheduledStep = { place: number; step: EscalationStep; dueAt: Moment };

/** The steps of a round that begins at `from`, each with its due time, which doesn't depend on when ticks run. */
export const scheduleOf = (steps: readonly EscalationStep[], from: Moment): ScheduledStep[] =>
  steps.map((step, place) => ({ place, step, dueAt: from + step.afterMinutes * MINUTE_MS }));

/**
 * The round after an acknowledgement: first the person who acknowledged, and a few minutes later everybody as before.
 */
export const roundAfter = (steps: readonly EscalationStep[], holder: string | null): EscalationStep[] =>
  holder === null
    ? [...steps]
    : [
        { whom: holder, channels: null, afterMinutes: 0 },
        ...steps.map((step) => ({ ...step, afterMinutes: step.afterMinutes + ACK_AGAIN_MINUTES })),
      ];

/** When an acknowledgement expires. `isAsked`: the alert was assigned to somebody who hasn't answered yet. */
export const ackHoldsUntil = (from: Moment, isAsked: boolean): Moment =>
  from + (isAsked ? ASSIGNED_MINUTES * MINUTE_MS : ACK_HOURS * HOUR_MS);

const isGroup = (whom: string): whom is EscalationGroup => ESCALATION_GROUPS.some((group) => group === whom);

/** True if a step is for this member; `before` are the earlier steps of its round. */
export function isForMember({ whom }: EscalationStep, userId: string, before: readonly EscalationStep[]) {
  if (!isGroup(whom)) return whom === userId;
  if (whom === "everybody") return true;
  const isNamed = before.some((step) => step.whom === userId || step.whom === "everybody");
  return whom === "others" && !isNamed;
}

/** True if a step is only for members: ids of contacts outside the home have their own prefix. */
export const isForMembers = ({ whom }: EscalationStep): boolean =>
  whom !== "contacts" && !whom.startsWith(`${ID_PREFIXES.homeContact}_`);

/** True if a step is for this contact outside the home. */
export const isForContact = ({ whom }: EscalationStep, contactId: string): boolean =>
  whom === "contacts" || whom === contactId;

export const takesChannel = ({ channels }: EscalationStep, channel: Channel): boolean =>
  channels === null || channels.includes(channel);

/** True if the first message about an urgent alert goes to this member on this channel at once. */
export const isAtOnce = (steps: readonly EscalationStep[], userId: string, channel: Channel): boolean => {
  const first = steps.filter(({ afterMinutes }) => afterMinutes === 0);
  return first.some(
    (step, place) => isForMember(step, userId, first.slice(0, place)) && takesChannel(step, channel),
  );
};
