import * as z from "zod/mini";
import { ACK_PATHS, CHANNELS, OUTBOX_STATES, RECEIPTS, SEVERITIES, TIMELINE_TYPES } from "../vocabulary.ts";
import { instant } from "./text.ts";

/**
 * An event in an alert. `what` is a decision's transition, a message's kind, a step's recipient, or the answer of an
 * `answer` or `press`. `who` is a person's address or name, or a masked recipient.
 */
export const TimelineEntry = z.object({
  at: instant,
  type: z.enum(TIMELINE_TYPES),
  what: z.nullable(z.string()),
  who: z.nullable(z.string()),
  severity: z.nullable(z.enum(SEVERITIES)),
  reading: z.nullable(z.object({ value: z.number(), unit: z.nullable(z.string()) })),
  channel: z.nullable(z.enum(CHANNELS)),
  state: z.nullable(z.enum(OUTBOX_STATES)),
  /** When a provider accepted the message, or we gave up. */
  settled_at: z.nullable(instant),
  /** The provider's later report about the message. */
  receipt: z.nullable(z.enum(RECEIPTS)),
  receipt_at: z.nullable(instant),
  error: z.nullable(z.string()),
  /** How the alert was acknowledged. */
  via: z.nullable(z.enum(ACK_PATHS)),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

/** Oldest first; `time_zone` is the home's. */
export const Timeline = z.object({ time_zone: z.string(), entries: z.array(TimelineEntry) });
export type Timeline = z.output<typeof Timeline>;
