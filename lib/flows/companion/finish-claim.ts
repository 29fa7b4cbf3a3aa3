import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { ClaimFinished } from "../../../schema/wire/companion.ts";
import type { Acting } from "../../domain/acting.ts";
import { newId } from "../../domain/id.ts";
import { digestBytes } from "../../domain/inbound-signature/digest-text.ts";
import { bayMood } from "../../domain/mood/bay-mood.ts";
import { done, type Outcome, type Problem, refuse } from "../../domain/outcome.ts";
import { claimIsOpen } from "../../domain/puck/claim.ts";
import type { Clock, Random, Vault, VerifyHmac } from "../../ports.ts";
import { findBay } from "../../store/companion/bay-facts.ts";
import { bindBay } from "../../store/companion/bind-bay.ts";
import { countWrongTry, findClaim, type PuckAndClaim } from "../../store/companion/claims.ts";
import type { Db } from "../../store/db.ts";

export type FinishClaimPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  serverVault: Vault;
  verifyHmac: VerifyHmac;
};

export type ClaimFinish = {
  deviceId: string;
  nonce: string;
  /** HMAC-SHA-256(secret bytes, nonce text), hex or base64. */
  hmac: string;
  /** Null for the puck's own bay, else a new one. */
  bayId: string | null;
  name: string | null;
  space: string | null;
};

export type Claimed = ClaimFinished;

/** The button was pressed: binds the puck to its bay. Of many who finish at once, one does. */
export async function finishClaim(
  ports: FinishClaimPorts,
  acting: Acting,
  finish: ClaimFinish,
): Promise<Outcome<Claimed>> {
  const now = ports.clock();
  const key = { householdId: acting.householdId, deviceId: finish.deviceId, nonce: finish.nonce };
  const found = await findClaim(ports.db, key);
  if (found === null) return refuse("not_found");
  if (!claimIsOpen(found.claim, now)) return refuse("claim_gone");
  if (!(await isSigned(ports, found, finish))) {
    await countWrongTry(ports.db, key, now);
    return refuse("bad_signature");
  }
  const bayId = finish.bayId ?? found.bayId ?? newId(ID_PREFIXES.bay, ports.random);
  const problem = await bind(ports.db, acting, { ...finish, bayId, now });
  return problem === null ? await claimed(ports.db, acting.householdId, bayId, now) : { ok: false, problem };
}

async function isSigned(
  { serverVault, verifyHmac }: FinishClaimPorts,
  { sealedSecret }: PuckAndClaim,
  { deviceId, nonce, hmac }: ClaimFinish,
): Promise<boolean> {
  const signature = digestBytes(hmac);
  const secret = await serverVault.open("puck-secret", deviceId, sealedSecret);
  if (signature === null || secret === null) return false;
  return await verifyHmac(secret.bytes, new TextEncoder().encode(nonce), [signature]);
}

async function bind(
  db: Db,
  acting: Acting,
  { deviceId, nonce, name, space, bayId, now }: ClaimFinish & { bayId: string; now: Date },
): Promise<Problem | null> {
  const bound = await bindBay(db, { acting, deviceId, nonce, bayId, name, space, now });
  if (bound === "bound") return null;
  if (bound === "taken") return { name: "puck_taken" };
  const full = `Too many bays: ${LIMITS.householdBaysMax} at most in a household`;
  return bound === "full" ? { name: "too_many", sentence: full } : { name: "claim_gone" };
}

async function claimed(db: Db, householdId: string, bayId: string, now: Date): Promise<Outcome<Claimed>> {
  const bay = await findBay(db, householdId, bayId);
  if (bay === null) return refuse("not_found");
  return done({ ok: true, bay: { bay_id: bayId, mood: bayMood(bay, now).mood } });
}
