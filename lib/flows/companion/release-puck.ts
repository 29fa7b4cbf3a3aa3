import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock } from "../../ports.ts";
import { releasePuck as deletePuck } from "../../store/companion/pucks.ts";
import type { Db } from "../../store/db.ts";

/** Any household may register it afterwards. */
export async function releasePuck(
  { db, clock }: { db: Db; clock: Clock },
  acting: Acting,
  deviceId: string,
): Promise<Outcome<{ ok: true }>> {
  return (await deletePuck(db, acting, deviceId, clock())) ? done({ ok: true }) : refuse("not_found");
}
