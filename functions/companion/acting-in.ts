import type { ActingMember } from "../../lib/domain/account/member.ts";
import type { Acting } from "../../lib/domain/acting.ts";

/** The home that the phone looks at, and who holds it. */
export const actingIn = ({ member, actor }: ActingMember): Acting => ({
  householdId: member.householdId,
  actor,
});
