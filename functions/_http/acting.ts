import type { Acting, ActingMember } from "../../lib/people/items.ts";
import { type IdempotentPorts, idempotent } from "./idempotent.ts";
import type { SessionEnv } from "./require-session.ts";

/** The home that a session looks at, and whose it is. */
export const actingIn = ({ member, actor }: ActingMember): Acting => ({
  householdId: member.householdId,
  actor,
});

/** Goes behind the guards of a session, on routes that make something. */
export const onceInSession = (ports: IdempotentPorts) => idempotent<SessionEnv>(ports, actingIn);
