import * as z from "zod/mini";

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
