import { ACK_PATHS, type Channel, type TimelineType } from "../../../schema/vocabulary.ts";
import type { AlertWithFindings } from "../../../schema/wire/alerts.ts";
import type { TimelineEntry } from "../../../schema/wire/timeline.ts";
import type { EscalationStep } from "../../alerts/escalation.ts";
import { type RecordedFinding, shownEvidence } from "../../alerts/shown-alert.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import type { Limit } from "../../language/reason.ts";
import { wireReason } from "../../language/reason-text.ts";
import { maskedRecipient } from "../../outbox/shown-delivery.ts";

/** The messages about an alert, its escalation steps and what people did. Times are in the wire's form. */
export type Told = {
  /** `name`: the recipient's name, or a nameless member's address; null for a person who has left the home. */
  messages: (Omit<TimelineEntry, "type" | "who" | "channel" | "severity" | "reading" | "via"> & {
    channel: Channel;
    recipient: string;
    name: string | null;
  })[];
  /** `whom`: the member's address or the contact's name; null if the step is for a group. */
  steps: { step: EscalationStep; at: string; whom: string | null }[];
  /** Entries of the home's activity about the alert. */
  acts: { action: string; at: string; who: string | null; details: Record<string, unknown> }[];
};

export type Story = { findings: readonly RecordedFinding[]; told: Told };

const NOTHING = {
  what: null,
  who: null,
  severity: null,
  reading: null,
  channel: null,
  state: null,
  settled_at: null,
  receipt: null,
  receipt_at: null,
  error: null,
  via: null,
} as const;

/** The activity that the timeline shows. `word` and `whose` are the fields of its details for `what` and `who`. */
const ACTS: Record<string, { type: TimelineType; word: string | null; whose: string | null }> = {
  alert_acknowledged: { type: "acknowledged", word: null, whose: null },
  alert_handed_over: { type: "handed_over", word: "to", whose: null },
  alert_answered: { type: "answer", word: "answer", whose: null },
  acknowledgement_expired: { type: "expired", word: null, whose: null },
  responder_answered: { type: "press", word: "answer", whose: "name" },
};

export const STORY_ACTS = Object.keys(ACTS);

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Returns the timeline, oldest first. At the same moment, decisions come before the messages that they caused. */
export function timelineOf({ findings, told: { messages, steps, acts } }: Story): TimelineEntry[] {
  const decided = findings.map(
    ({ finding: { transition, severity, at, evidence } }): TimelineEntry => ({
      ...NOTHING,
      at: new Date(at).toISOString(),
      type: "decision",
      what: transition,
      severity,
      reading: evidence === null ? null : { value: evidence.value, unit: evidence.unit },
    }),
  );
  const done = acts.flatMap(({ action, at, who, details }): TimelineEntry[] => {
    const act = ACTS[action];
    if (act === undefined) return [];
    const what = act.word === null ? null : textOf(details[act.word]);
    const name = act.whose === null ? null : textOf(details[act.whose]);
    const via = ACK_PATHS.find((path) => path === details.via) ?? null;
    return [{ ...NOTHING, at, type: act.type, what, who: name ?? who, via }];
  });
  const notified = steps.map(
    ({ step, at, whom }): TimelineEntry => ({
      ...NOTHING,
      at,
      type: "step",
      what: whom === null ? step.whom : "named",
      who: whom,
      channel: step.channels?.length === 1 ? (step.channels[0] ?? null) : null,
    }),
  );
  const sent = messages.map(
    ({ recipient, name, ...message }): TimelineEntry => ({
      ...NOTHING,
      ...message,
      type: "message",
      who: name ?? maskedRecipient(message.channel, recipient),
    }),
  );
  return [...decided, ...done, ...notified, ...sent].toSorted((a, b) => a.at.localeCompare(b.at));
}

export type ShownFinding = AlertWithFindings["alert"]["findings"][number];

export function shownFinding({ finding, notifiedAt }: RecordedFinding): ShownFinding {
  const { text: why, ...reason } = wireReason(finding.why);
  return {
    transition: finding.transition,
    at: new Date(finding.at).toISOString(),
    severity: finding.severity,
    why,
    ...reason,
    evidence: finding.evidence === null ? null : shownEvidence(finding.evidence),
    limit: finding.limit === null ? null : shownLimit(finding.limit),
    held_by: finding.suppressedBy,
    told_at: notifiedAt === null ? null : new Date(notifiedAt).toISOString(),
  };
}

const shownLimit = ({ name, is, value, unit, forMs }: Limit): ShownFinding["limit"] => ({
  name,
  is,
  value,
  unit,
  for_minutes: forMs / MINUTE_MS,
});
