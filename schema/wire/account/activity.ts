import * as z from "zod";
import { LIMITS } from "../../limits.ts";
import { ACTOR_TYPES } from "../../vocabulary.ts";
import { nextCursor, pageFields } from "../paging.ts";

/** An entry's number, as text: the last one of the page before. */
export const ActivityQuery = z.object({
  limit: pageFields.limit.default(LIMITS.pageDefault),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, { error: "must be the next_cursor of the page before" })
    .transform(Number)
    .optional(),
});
export type ActivityQuery = z.output<typeof ActivityQuery>;

/** `actor.name` is a member's address, an API key's or an inbound token's name; null where it is gone. */
export const ActivityItem = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({ type: z.enum(ACTOR_TYPES), id: z.string().nullable(), name: z.string().nullable() }),
  action: z.string(),
  subject: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
});
export type ActivityItem = z.output<typeof ActivityItem>;
export const ActivityList = z.object({ activity: z.array(ActivityItem), next_cursor: nextCursor });
export type ActivityList = z.output<typeof ActivityList>;
