import { inParallel } from "../kernel/patiently.actions.ts";
import type { Services } from "../kernel/services.actions.ts";
import { listPointlessRings, markEnded } from "./end-rings.queries.ts";
import { MESSAGE_LIMITS } from "./limits.ts";

export type RingPorts = Pick<Services, "db" | "clock" | "endRing">;

/**
 * Somebody has the alert, or it is over: nobody else is rung for it any longer. One that cannot be ended now is tried
 * again by the next dispatch, until the provider gives up by itself. Answers how many were ended.
 */
export async function endRings({ db, clock, endRing }: RingPorts): Promise<number> {
  const rings = await listPointlessRings(db, clock());
  const ended = await inParallel(rings, MESSAGE_LIMITS.dispatchConcurrencyMax, async (ring) =>
    (await endRing(ring.channel, ring.providerId)) ? ring.id : null,
  );
  const ids = ended.filter((id) => id !== null);
  await markEnded(db, ids, clock());
  return ids.length;
}
