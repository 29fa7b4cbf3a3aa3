import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { type HomeStatus, homeStatus } from "../../domain/quiet/home-status.ts";
import { findHomeNow } from "../../store/quiet/home-now.ts";
import type { QuietPorts } from "./change-quiet.ts";

/** Whether the home is snoozed or on vacation, what is open and who is silent. */
export async function showQuiet(
  { db, clock }: QuietPorts,
  householdId: string,
): Promise<Outcome<{ status: HomeStatus }>> {
  const home = await findHomeNow(db, householdId);
  return home === null ? refuse("not_found") : done({ status: homeStatus(home, clock()) });
}
