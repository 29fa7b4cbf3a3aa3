import type { Context } from "hono";
import type { Acting, ActingMember } from "../../lib/people/items.ts";
import type { HttpVariables } from "./app.ts";
import { type IdempotentPorts, idempotent } from "./idempotent.ts";
import type { SessionEnv } from "./require-session.ts";

/**
 * What the guard of a home's people or programs found out: in whose home, and who. Whoever may not manage feeds (a
 * viewer, a key of the scope read) sees their URLs masked.
 */
export type HomeEnv = { Variables: HttpVariables & { acting: Acting; mayManageFeeds: boolean } };

export const homeOf = (c: Context<HomeEnv>): string => c.var.acting.householdId;

/** The home that a session looks at, and whose it is. */
export const actingIn = ({ member, actor }: ActingMember): Acting => ({
  householdId: member.householdId,
  actor,
});

/** Goes behind the guards of a session, on routes that make something. */
export const onceInSession = (ports: IdempotentPorts) => idempotent<SessionEnv>(ports, actingIn);

/** The same behind those of a home's people and programs. */
export const onceInHome = (ports: IdempotentPorts) => idempotent<HomeEnv>(ports, ({ acting }) => acting);
