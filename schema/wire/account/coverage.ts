/** What may leave a home unwarned. */
export type CoverageGap =
  | "no_sensor"
  | "no_data_yet"
  | "room_silent"
  | "never_wet"
  | "never_cold"
  | "channel_unproven"
  | "one_person"
  | "one_channel"
  | "one_source";

/** The home's gaps, the gravest first; none where all is covered. */
export type Coverage = {
  gaps: {
    gap: CoverageGap;
    /** The room, device, sensor, channel or person that it is about; null for the whole home. */
    about: string | null;
    /** The sensor's id, where it is one. */
    sensor_id: string | null;
    /** When it was last heard, wet, cold or proven; null for never. */
    last_at: string | null;
  }[];
};
