import * as z from "zod/mini";
import { ALERT_KINDS, CHANNELS, DRILL_SKIPS, DRILL_STATES, SEVERITIES } from "../../vocabulary.ts";

/** What may leave a home unwarned. */
const COVERAGE_GAPS = [
  "no_sensor",
  "no_data_yet",
  "room_silent",
  "never_wet",
  "never_cold",
  "channel_unproven",
  "one_person",
  "one_channel",
  "one_source",
] as const;

const instant = z.iso.datetime();

export type CoverageGap = (typeof COVERAGE_GAPS)[number];

/** The home's gaps, the gravest first; none where all is covered. */
export const Coverage = z.object({
  gaps: z.array(
    z.object({
      gap: z.enum(COVERAGE_GAPS),
      /** The room, device, sensor, channel or person that it is about; null for the whole home. */
      about: z.nullable(z.string()),
      /** The sensor's id, where it is one. */
      sensor_id: z.nullable(z.string()),
      /** When it was last heard, wet, cold or proven; null for never. */
      last_at: z.nullable(z.iso.datetime()),
    }),
  ),
});

export type Coverage = z.output<typeof Coverage>;

/** A marked test of everything that a critical alert would be sent by, and what has come of it. */
export const Drill = z.object({
  id: z.string(),
  started_at: instant,
  /** Its links work until then. */
  ends_at: instant,
  /** Each sensor for water or cold, with the urgent alert that a test reading of it would raise. */
  sensors: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** As it was stored, before it was undone; null where it was not taken. It is on no chart and in no metric. */
      reading: z.nullable(z.object({ value: z.number(), unit: z.nullable(z.string()) })),
      /** Null where it would raise none. */
      alert: z.nullable(z.object({ kind: z.enum(ALERT_KINDS), severity: z.enum(SEVERITIES) })),
    }),
  ),
  contacts: z.array(
    z.object({
      /** A member's address, or the name of somebody outside the home. */
      who: z.string(),
      /** True if they have no account here. */
      is_outside: z.boolean(),
      channel: z.enum(CHANNELS),
      /** Masked. */
      address: z.string(),
      state: z.enum(DRILL_STATES),
      /** Why nothing was sent; null where something was. */
      skipped: z.nullable(z.enum(DRILL_SKIPS)),
      /** Why sending failed, or is tried again: a code of ours, or what the provider said. */
      failure: z.nullable(z.string()),
      sent_at: z.nullable(instant),
      tapped_at: z.nullable(instant),
    }),
  ),
});

export type Drill = z.output<typeof Drill>;

export const DrillAnswer = z.object({ drill: Drill });

export type DrillAnswer = z.output<typeof DrillAnswer>;
