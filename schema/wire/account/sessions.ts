import * as z from "zod/mini";
import { LIMITS } from "../../limits.ts";
import { ACTOR_TYPES, PLANS, ROLES, SESSION_KINDS } from "../../vocabulary.ts";
import { nextCursor, pageFields } from "../paging.ts";
import { OwnInvitation, readingFields } from "./sign-in.ts";

// What is answered of sessions. Apart from `sign-in.ts`: only the document needs the shapes.

const instant = z.iso.datetime();

export const SessionAnswer = z.object({
  session: z.object({ id: z.string() }),
  user: z.object({ id: z.string(), email: z.string(), name: z.nullable(z.string()), ...readingFields }),
  household: z.object({ id: z.string(), name: z.string() }),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  trial_ends_at: z.nullable(instant),
  households: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) })),
  invitations: z.array(OwnInvitation),
});

/** An entry's number, as text: the last one of the page before. */
export const ActivityQuery = z.object({
  limit: z._default(pageFields.limit, LIMITS.pageDefault),
  cursor: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,14}$/, { error: "must be the next_cursor of the page before" })),
      z.transform(Number),
    ),
  ),
});

/** `actor.name` is a member's address, an API key's or an inbound token's name; null where it is gone. */
export const ActivityItem = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({ type: z.enum(ACTOR_TYPES), id: z.nullable(z.string()), name: z.nullable(z.string()) }),
  action: z.string(),
  subject: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
  ip: z.nullable(z.string()),
});
export const ActivityList = z.object({ activity: z.array(ActivityItem), next_cursor: nextCursor });

export type SessionAnswer = z.output<typeof SessionAnswer>;

export const SessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(SESSION_KINDS),
      household_id: z.string(),
      user_agent: z.string(),
      /** From where it signed in; null where the platform did not tell. */
      address: z.nullable(z.string()),
      /** The country of that address by ISO 3166; null where the platform did not tell. */
      country: z.nullable(z.string()),
      current: z.boolean(),
      created_at: instant,
      last_used_at: instant,
      expires_at: instant,
    }),
  ),
});

export type SessionList = z.output<typeof SessionList>;

export type ActivityQuery = z.output<typeof ActivityQuery>;

export type ActivityItem = z.output<typeof ActivityItem>;

export type ActivityList = z.output<typeof ActivityList>;
