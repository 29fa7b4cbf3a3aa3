import type { Channel } from "../../schema/vocabulary.ts";
import type { EscalationStep } from "../alerts/escalation.ts";
import type { AlertRecord, RecordedFinding } from "../alerts/shown-alert.ts";
import { HOUR_MS, type Moment } from "../kernel/time.ts";
import { EVIDENCE_LIMITS } from "./chain.ts";

/** A message about the alert as the outbox has it; times are ISO 8601. */
export type RecordedMessage = {
  id: string;
  kind: string;
  channel: Channel;
  recipient: string;
  state: string;
  attempts: number;
  providerId: string | null;
  lastError: string | null;
  createdAt: string;
  attemptedAt: string | null;
  settledAt: string | null;
  receipt: string | null;
  receiptAt: string | null;
};

/** A step of the escalation as the store has it; `name` is the address or the name of whom it names. */
export type RecordedStep = {
  round: number;
  place: number;
  step: EscalationStep;
  name: string | null;
  dueAt: string;
  notifiedAt: string | null;
  endedAt: string | null;
  messageIds: string[];
};

/** A line of the home's activity; `name` is an address, or the name of a key or token. */
export type RecordedAct = {
  at: string;
  action: string;
  subject: string | null;
  details: Record<string, string | number | boolean | null>;
  actor: { type: string; id: string | null; name: string | null };
};

/** Everything that is known about an alert, but for its readings. */
export type EvidenceFacts = {
  home: { id: string; name: string; timeZone: string; plan: string };
  alert: AlertRecord;
  /** The alerts that it speaks for. */
  owned: {
    id: string;
    kind: string;
    title: string;
    openedAt: string;
    closedAt: string | null;
    sensorId: string | null;
  }[];
  findings: RecordedFinding[];
  messages: RecordedMessage[];
  steps: RecordedStep[];
  acts: RecordedAct[];
};

const BEFORE_MS = 6 * HOUR_MS;
const AFTER_MS = HOUR_MS;
/** Of a long alert its first and its last hours are told as they were measured. */
const START_MS = 2 * HOUR_MS;
const END_MS = 2 * HOUR_MS;

export type Span = { from: Date; to: Date };

/** The sensors that the decisions rest on, the most telling first; all of its device's where no reading was named. */
export function sensorsInQuestion({ alert, owned, findings }: EvidenceFacts): string[] {
  const named = [
    alert.sensorId,
    ...findings.map(({ finding }) => finding.evidence?.sensorId ?? null),
    ...owned.map(({ sensorId }) => sensorId),
  ];
  return [...new Set(named.filter((id) => id !== null))].slice(0, EVIDENCE_LIMITS.sensorsMax);
}

/** The hours around the beginning and around the end: one span where they touch. */
export function spansAround(
  { openedAt, closedAt }: Pick<AlertRecord, "openedAt" | "closedAt">,
  now: Date,
): Span[] {
  const from = openedAt.getTime() - BEFORE_MS;
  const ended = closedAt?.getTime() ?? null;
  const to = ended === null ? now.getTime() : Math.min(ended + AFTER_MS, Math.max(now.getTime(), ended));
  const endFrom = (closedAt ?? now).getTime() - END_MS;
  const startTo = openedAt.getTime() + START_MS;
  if (endFrom <= startTo) return [span(from, to)];
  return [span(from, startTo), span(endFrom, to)];
}

const span = (from: Moment, to: Moment): Span => ({ from: new Date(from), to: new Date(to) });

/** What people did about the alert itself, and not about the home. */
const OF_THE_ALERT = new Set(["alert_acknowledged", "alert_answered", "alert_handed_over"]);

export const isOfTheAlert = ({ action, subject }: RecordedAct, alertId: string): boolean =>
  subject === alertId || (subject === null && OF_THE_ALERT.has(action));
