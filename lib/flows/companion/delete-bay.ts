import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { deleteBay as removeBay } from "../../store/companion/bays.ts";
import type { Db } from "../../store/db.ts";

/** Its pucks stay registered. */
export async function deleteBay(
  { db, clock }: { db: Db; clock: Clock },
  acting: Acting,
  bayId: string,
): Promise<Outcome<{ ok: true }>> {
  return (await removeBay(db, acting, bayId, clock())) ? done({ ok: true }) : refuse("not_found");
}
