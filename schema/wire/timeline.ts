import * as z from "zod/mini";
import { ACK_PATHS, CHANNELS, OUTBOX_STATES, RECEIPTS, SEVERITIES, TIMELINE_TYPES } from "../vocabulary.ts";
import { instant } from "./text.ts";

/**
 * One thing that happened in an alert. `what`: of a `decision` its transition, of a `message` its kind, of a `step` whom
 * it was for, of an `answer` or a `press` what was answered. `who`: a person's address or name, a masked recipient.
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
  /** When a message was taken by its provider, or given up. */
  settled_at: z.nullable(instant),
  /** What the provider reported about a message later. */
  receipt: z.nullable(z.enum(RECEIPTS)),
  receipt_at: z.nullable(instant),
  error: z.nullable(z.string()),
  /** How an alert was acknowledged. */
  via: z.nullable(z.enum(ACK_PATHS)),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

/** Oldest first; `time_zone` is the home's. */
export const Timeline = z.object({ time_zone: z.string(), entries: z.array(TimelineEntry) });
export type Timeline = z.output<typeof Timeline>;
