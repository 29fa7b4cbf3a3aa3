import * as z from "zod";
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
      about: z.string().nullable(),
      /** The sensor's id, where it is one. */
      sensor_id: z.string().nullable(),
      /** When it was last heard, wet, cold or proven; null for never. */
      last_at: z.iso.datetime().nullable(),
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
      reading: z.object({ value: z.number(), unit: z.string().nullable() }).nullable(),
      /** Null where it would raise none. */
      alert: z.object({ kind: z.enum(ALERT_KINDS), severity: z.enum(SEVERITIES) }).nullable(),
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
      skipped: z.enum(DRILL_SKIPS).nullable(),
      /** Why sending failed, or is tried again: a code of ours, or what the provider said. */
      failure: z.string().nullable(),
      sent_at: instant.nullable(),
      tapped_at: instant.nullable(),
    }),
  ),
});

export type Drill = z.output<typeof Drill>;

export const DrillAnswer = z.object({ drill: Drill });

export type DrillAnswer = z.output<typeof DrillAnswer>;
