import { StoreError } from "../kernel/failure.queries.ts";
import { messageOf } from "../kernel/text.ts";

/** Is told why a home can't be judged. @throws Error when it has been told too often */
export type Fail = (householdId: string, reason: string) => void;

/** What `work` gives for a home; null where it throws, which `fail` is told. */
export async function attempt<Result>(
  householdId: string,
  fail: Fail,
  work: () => Promise<Result> | Result,
): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    fail(householdId, messageOf(error));
    return null;
  }
}

/**
 * Does it for all homes in one call; if the database refuses that, for each alone, so that one spoils no
 * other's.
 */
export async function oneByOneIfRefused<Home extends { householdId: string }, Result>(
  homes: Home[],
  fail: Fail,
  work: (some: Home[]) => Promise<Result[]>,
): Promise<Result[]> {
  try {
    return await work(homes);
  } catch (error) {
    if (!(error instanceof StoreError && error.failure === "refused")) throw error;
  }
  const results: Result[] = [];
  for (const home of homes)
    results.push(...((await attempt(home.householdId, fail, () => work([home]))) ?? []));
  return results;
}
