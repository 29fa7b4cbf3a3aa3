import { LIMITS } from "../../../schema/limits.ts";
import type { Acting } from "../../domain/acting.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { puckSecretBytes } from "../../domain/puck/secret-text.ts";
import type { Clock, Vault } from "../../ports.ts";
import { type PuckItem, registerPuck as storePuck } from "../../store/companion/pucks.ts";
import type { Db } from "../../store/db.ts";

const BAD_SECRET = `"secret" must be ${LIMITS.puckSecretBytesMin} to ${LIMITS.puckSecretBytesMax} bytes in hex or base64`;

/** Keeps the puck's secret for the household; again, it takes the former one's place. */
export async function registerPuck(
  { db, clock, serverVault }: { db: Db; clock: Clock; serverVault: Vault },
  acting: Acting,
  { deviceId, secret }: { deviceId: string; secret: string },
): Promise<Outcome<{ puck: PuckItem }>> {
  const bytes = puckSecretBytes(secret);
  if (bytes === null) return refuse("invalid_request", BAD_SECRET);
  const sealedSecret = await serverVault.seal("puck-secret", deviceId, bytes);
  const puck = await storePuck(db, { acting, deviceId, sealedSecret, now: clock() });
  if (puck === "taken") return refuse("puck_taken");
  if (puck === "full")
    return refuse("too_many", `Too many pucks: ${LIMITS.householdPucksMax} at most in a household`);
  return done({ puck });
}
