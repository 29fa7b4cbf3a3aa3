import * as z from "zod";
import { PLANS, ROLES, SESSION_KINDS } from "../../vocabulary.ts";
import { OwnInvitation, readingFields } from "./sign-in.ts";

// What is answered of sessions. Apart from `sign-in.ts`: only the document needs the shapes.

const instant = z.iso.datetime();

export const SessionAnswer = z.object({
  session: z.object({ id: z.string() }),
  user: z.object({ id: z.string(), email: z.string(), ...readingFields }),
  household: z.object({ id: z.string(), name: z.string() }),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  trial_ends_at: instant.nullable(),
  households: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) })),
  invitations: z.array(OwnInvitation),
});
export type SessionAnswer = z.output<typeof SessionAnswer>;

export const SessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(SESSION_KINDS),
      household_id: z.string(),
      user_agent: z.string(),
      /** From where it signed in; null where the platform did not tell. */
      address: z.string().nullable(),
      /** The country of that address by ISO 3166; null where the platform did not tell. */
      country: z.string().nullable(),
      current: z.boolean(),
      created_at: instant,
      last_used_at: instant,
      expires_at: instant,
    }),
  ),
});
export type SessionList = z.output<typeof SessionList>;
