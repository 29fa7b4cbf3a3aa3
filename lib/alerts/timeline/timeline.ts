import {
  ACK_PATHS,
  type Channel,
  type OutboxState,
  type Receipt,
  type TimelineType,
} from "../../../schema/vocabulary.ts";
import type { TimelineEntry } from "../../../schema/wire/timeline.ts";
import { maskedRecipient } from "../../messages/delivery/shown-delivery.ts";
import type { EscalationStep } from "../escalation.ts";
import type { Finding } from "../finding.ts";

/** What the store has of an alert's story; times are text. */
export type StoryRows = {
  findings: Pick<Finding, "transition" | "severity" | "at" | "evidence">[];
  messages: {
    channel: Channel;
    recipient: string;
    /** Of the member or contact whose address it is, a member without a name by theirs; null for one who has left. */
    name: string | null;
    kind: string;
    state: OutboxState;
    at: string;
    settledAt: string | null;
    lastError: string | null;
    receipt: Receipt | null;
    receiptAt: string | null;
  }[];
  /** `whom`: the member's address or the contact's name, where the step names one. */
  steps: { step: EscalationStep; at: string; whom: string | null }[];
  /** Entries of the home's activity about the alert. */
  acts: { action: string; at: string; who: string | null; details: Record<string, unknown> }[];
};

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

/** Which acts stand in the story, and where their word is. */
const ACTS: Record<string, { type: TimelineType; word: string | null; whose: string | null }> = {
  alert_acknowledged: { type: "acknowledged", word: null, whose: null },
  alert_handed_over: { type: "handed_over", word: "to", whose: null },
  alert_answered: { type: "answer", word: "answer", whose: null },
  acknowledgement_expired: { type: "expired", word: null, whose: null },
  responder_answered: { type: "press", word: "answer", whose: "name" },
};

export const STORY_ACTS = Object.keys(ACTS);

const iso = (at: number | string): string => new Date(at).toISOString();
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Everything that happened, oldest first; of one moment what was decided comes before what was sent. */
export function timelineOf({ findings, messages, steps, acts }: StoryRows): TimelineEntry[] {
  const decided = findings.map(
    ({ transition, severity, at, evidence }): TimelineEntry => ({
      ...NOTHING,
      at: iso(at),
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
    return [{ ...NOTHING, at: iso(at), type: act.type, what, who: name ?? who, via }];
  });
  const notified = steps.map(
    ({ step, at, whom }): TimelineEntry => ({
      ...NOTHING,
      at: iso(at),
      type: "step",
      what: whom === null ? step.whom : "named",
      who: whom,
      channel: step.channels?.length === 1 ? (step.channels[0] ?? null) : null,
    }),
  );
  const sent = messages.map(
    ({
      channel,
      recipient,
      name,
      kind,
      state,
      at,
      settledAt,
      receipt,
      receiptAt,
      lastError,
    }): TimelineEntry => ({
      ...NOTHING,
      at: iso(at),
      type: "message",
      what: kind,
      who: name ?? maskedRecipient(channel, recipient),
      channel,
      state,
      settled_at: settledAt === null ? null : iso(settledAt),
      receipt,
      receipt_at: receiptAt === null ? null : iso(receiptAt),
      error: state === "sent" ? null : lastError,
    }),
  );
  return [...decided, ...done, ...notified, ...sent].toSorted((a, b) => a.at.localeCompare(b.at));
}
