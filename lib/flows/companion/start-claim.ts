import { type Limited, overCountedLimit } from "../../domain/account/limited.ts";
import type { Acting } from "../../domain/acting.ts";
import { done, refuse } from "../../domain/outcome.ts";
import { CLAIM_LIMIT, claimExpiry, claimsCountSince, newNonce } from "../../domain/puck/claim.ts";
import type { Clock, Random } from "../../ports.ts";
import { startClaim as storeClaim } from "../../store/companion/claims.ts";
import type { Db } from "../../store/db.ts";

/** Something for the puck to sign once its button is pressed. */
export async function startClaim(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  acting: Acting,
  deviceId: string,
): Promise<Limited<{ nonce: string; expires_at: string }>> {
  const now = clock();
  const [nonce, expiresAt, countedSince] = [newNonce(random), claimExpiry(now), claimsCountSince(now)];
  const started = await storeClaim(db, { acting, deviceId, nonce, expiresAt, countedSince, now });
  switch (started.outcome) {
    case "started":
      return done({ nonce, expires_at: expiresAt.toISOString() });
    case "full":
      return overCountedLimit(CLAIM_LIMIT, started.oldest, now, "claims");
    case "unknown":
      return refuse("not_found");
    default:
      return started satisfies never;
  }
}
