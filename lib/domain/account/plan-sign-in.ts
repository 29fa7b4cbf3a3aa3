/** What is known of an address that has just proved itself. */
export type SignInFacts = {
  email: string;
  userId: string | null;
  /** The homes of its user, first joined first. */
  homes: string[];
};

/** The address that a link was mailed to, and the name of the home that it opens; null for a new one. */
export type SignInSubject = { email: string; home: string | null };

/** `newHome`: make one. `householdId`: where the session begins. */
export type SignInPlan = { newHome: boolean; householdId: string };

/**
 * Somebody with a home goes there, everybody else gets a new one of their own. Invitations wait to be
 * accepted: nobody is put into another person's home by signing in.
 */
export function planSignIn({ homes: [home] }: SignInFacts, newHouseholdId: string): SignInPlan {
  return home === undefined
    ? { newHome: true, householdId: newHouseholdId }
    : { newHome: false, householdId: home };
}
