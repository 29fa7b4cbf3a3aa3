import * as z from "zod";
import { CHANNELS, DRILL_SKIPS, DRILL_STATES } from "../../vocabulary.ts";

const instant = z.iso.datetime();

/** A marked test of everything that a critical alert would be sent by, and what has come of it. */
export const Drill = z.object({
  id: z.string(),
  started_at: instant,
  /** Its links work until then. */
  ends_at: instant,
  contacts: z.array(
    z.object({
      /** A member's address, or the name of somebody outside the home. */
      who: z.string(),
      /** Whether they have no account here. */
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
