import type { Acting, ActingMember } from "../../lib/people/items.ts";

/** The home that a session looks at, and whose it is. */
export const actingIn = ({ member, actor }: ActingMember): Acting => ({
  householdId: member.householdId,
  actor,
});
