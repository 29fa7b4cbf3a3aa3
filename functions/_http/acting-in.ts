import type { ActingMember } from "../../lib/domain/account/member.ts";
import type { Acting } from "../../lib/domain/acting.ts";

/** The home that a session looks at, and whose it is. */
export const actingIn = ({ member, actor }: ActingMember): Acting => ({
  householdId: member.householdId,
  actor,
});
