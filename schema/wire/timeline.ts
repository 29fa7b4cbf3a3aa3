import * as z from "zod";
import { ACK_PATHS, CHANNELS, OUTBOX_STATES, RECEIPTS, SEVERITIES, TIMELINE_TYPES } from "../vocabulary.ts";

/**
 * One thing that happened in an alert. `what`: of a `decision` its transition, of a `message` its kind, of a `step` whom
 * it was for, of an `answer` or a `press` what was answered. `who`: a person's address or name, a masked recipient.
 */
export const TimelineEntry = z.object({
  at: z.iso.datetime(),
  type: z.enum(TIMELINE_TYPES),
  what: z.string().nullable(),
  who: z.string().nullable(),
  severity: z.enum(SEVERITIES).nullable(),
  reading: z.object({ value: z.number(), unit: z.string().nullable() }).nullable(),
  channel: z.enum(CHANNELS).nullable(),
  state: z.enum(OUTBOX_STATES).nullable(),
  /** When a message was taken by its provider, or given up. */
  settled_at: z.iso.datetime().nullable(),
  /** What the provider reported about a message later. */
  receipt: z.enum(RECEIPTS).nullable(),
  receipt_at: z.iso.datetime().nullable(),
  error: z.string().nullable(),
  /** How an alert was acknowledged. */
  via: z.enum(ACK_PATHS).nullable(),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

/** Oldest first; `time_zone` is the home's. */
export const Timeline = z.object({ time_zone: z.string(), entries: z.array(TimelineEntry) });
export type Timeline = z.output<typeof Timeline>;
