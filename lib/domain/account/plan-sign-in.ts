/** What is known of an address that has just proved itself. */
export type SignInFacts = {
  email: string;
  userId: string | null;
  /** The homes of its user, first joined first. */
  homes: string[];
  /** Its open invitations. */
  invitations: { id: string; householdId: string }[];
};

/** `newHome`: make one. `joins`: ids of the invitations to accept. `householdId`: where the session begins. */
export type SignInPlan = { newHome: boolean; joins: string[]; householdId: string };

/**
 * Somebody with a home goes there; invitations of theirs wait to be accepted. Somebody without one joins where
 * they are invited, so that they get no empty home of their own, or else gets a new one.
 */
export function planSignIn(facts: SignInFacts, newHouseholdId: string): SignInPlan {
  const [home] = facts.homes;
  if (home !== undefined) return { newHome: false, joins: [], householdId: home };
  const [invitation] = facts.invitations;
  if (invitation === undefined) return { newHome: true, joins: [], householdId: newHouseholdId };
  return {
    newHome: false,
    joins: facts.invitations.map(({ id }) => id),
    householdId: invitation.householdId,
  };
}
