import * as z from "zod/mini";
import { LIMITS } from "../../limits.ts";
import { PLANS, ROLES } from "../../vocabulary.ts";
import { instant, pageFields } from "../text.ts";
import { OwnInvitation, readingFields } from "./sign-in.ts";

// The answers about sessions. They aren't in `sign-in.ts`, because only the document needs them.

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

/** `cursor` is the number of the previous page's last entry, as text. */
export const ActivityQuery = z.object({
  limit: z._default(pageFields.limit, LIMITS.pageDefault),
  cursor: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,14}$/, { error: "must be the next_cursor of the page before" })),
      z.transform(Number),
    ),
  ),
});
export type SessionAnswer = z.output<typeof SessionAnswer>;
