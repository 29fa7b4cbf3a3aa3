import type { Db } from "../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { VerifyUnsubscribeToken } from "../kernel/ports.ts";
import { layOverNotifications } from "../messages/report-choices.queries.ts";
import { withoutReport } from "./wanted.ts";

export type UnsubscribePorts = { db: Db; verifyUnsubscribeToken: VerifyUnsubscribeToken };

/** Ends one kind of report for one member of a home. Again, or after they have left it, is no mistake. */
export async function unsubscribe(
  { db, verifyUnsubscribeToken }: UnsubscribePorts,
  token: string,
): Promise<Outcome<{ ok: true }>> {
  const claim = await verifyUnsubscribeToken(token);
  if (claim === null) return refuse("dead_unsubscribe_link");
  await layOverNotifications(db, claim, withoutReport(claim.kind));
  return done({ ok: true });
}
