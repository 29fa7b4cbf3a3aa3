import { LIMITS } from "../../schema/limits.ts";
import { ID_PREFIXES, LANGUAGES, type Mood } from "../../schema/vocabulary.ts";
import type { BayMood, ClaimFinished, Puck, Bay as ShownBay } from "../../schema/wire/companion.ts";
import { budgetCharges, overCharge } from "../budget/budget.ts";
import type { Db } from "../kernel/db.queries.ts";
import { done, doneIf, type Outcome, type Problem, refuse, refuseField } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { digestBytes } from "../kernel/text.ts";
import { HOUR_MS } from "../kernel/time.ts";
import type { Acting, ActingMember, Member } from "../people/activity.ts";
import { claimExpiry, newNonce, puckSecretBytes } from "./claim.ts";
import {
  bindBay,
  countWrongTry,
  findClaim,
  type PuckAndClaim,
  startClaim as storeClaim,
} from "./claims.queries.ts";
import { PUCK_LIMITS } from "./limits.ts";
import { bayMood, type MoodHome, type MoodReader } from "./mood.ts";
import {
  releasePuck as deletePuck,
  findBays,
  type KeptBay,
  deleteBay as removeBay,
  setOverride,
  registerPuck as storePuck,
} from "./pucks.queries.ts";

const SECRET_ASKED = `must be ${LIMITS.puckSecretBytesMin} to ${LIMITS.puckSecretBytesMax} bytes in hex or base64`;

/** Keeps the puck's secret for the household; again, it takes the former one's place. */
export async function registerPuck(
  { db, clock, serverVault }: CoreServices,
  acting: Acting,
  { device_id: deviceId, secret }: { device_id: string; secret: string },
): Promise<Outcome<{ puck: Puck }>> {
  const bytes = puckSecretBytes(secret);
  if (bytes === null) return refuseField("secret", SECRET_ASKED);
  const sealedSecret = await serverVault.seal("puck-secret", deviceId, bytes);
  const puck = await storePuck(db, { acting, deviceId, sealedSecret, now: clock() });
  if (puck === "taken") return refuse("puck_taken");
  if (puck === "full")
    return refuse("too_many", `Too many pucks: ${PUCK_LIMITS.householdPucksMax} at most in a household`);
  return done({ puck });
}

/** Any household may register it afterwards. */
export const releasePuck = async ({ db, clock }: CoreServices, acting: Acting, deviceId: string) =>
  doneIf(await deletePuck(db, acting, deviceId, clock()));

/** Something for the puck to sign once its button is pressed. */
export async function startClaim({ db, clock, random }: CoreServices, acting: Acting, deviceId: string) {
  const now = clock();
  const [nonce, expiresAt] = [newNonce(random), claimExpiry(now)];
  const spender = { home: acting.householdId, isEstablished: true };
  const charges = budgetCharges("claim", spender, null, now);
  const started = await storeClaim(db, { acting, deviceId, nonce, expiresAt, charges, now });
  if (started === "started") return done({ nonce, expires_at: expiresAt.toISOString() });
  return started === "unknown" ? refuse("not_found") : overCharge(started.full, now, "claims");
}

type ClaimFinish = {
  deviceId: string;
  nonce: string;
  /** HMAC-SHA-256(secret bytes, nonce text), hex or base64. */
  hmac: string;
  /** Null for the puck's own bay, else a new one. */
  bayId: string | null;
  name: string | null;
  space: string | null;
};

/** The button was pressed: binds the puck to its bay. Of many who finish at once, one does. */
export async function finishClaim(
  services: CoreServices,
  acting: Acting,
  finish: ClaimFinish,
): Promise<Outcome<ClaimFinished>> {
  const now = services.clock();
  const key = { householdId: acting.householdId, deviceId: finish.deviceId, nonce: finish.nonce };
  const found = await findClaim(services.db, key, now);
  if (found === null) return refuse("not_found");
  if (!found.isOpen) return refuse("claim_gone");
  if (!(await isSigned(services, found, finish))) {
    await countWrongTry(services.db, key, now);
    return refuse("bad_signature");
  }
  const bayId = finish.bayId ?? found.bayId ?? newId(ID_PREFIXES.bay, services.random);
  const problem = await bind(services.db, acting, { ...finish, bayId, now });
  if (problem !== null) return { ok: false, problem };
  // The mood without its reason is the same to every reader.
  const reader = { householdId: acting.householdId, language: LANGUAGES[0], temperatureUnit: null };
  const shown = await showMood(services, reader, bayId);
  return shown.ok ? done({ ok: true, bay: { bay_id: bayId, mood: shown.value.mood } }) : shown;
}

async function isSigned(
  { serverVault, verifyHmac }: CoreServices,
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
  const full = `Too many bays: ${PUCK_LIMITS.householdBaysMax} at most in a household`;
  return bound === "full" ? { name: "too_many", sentence: full } : { name: "claim_gone" };
}

/** Its pucks stay registered. */
export const deleteBay = async ({ db, clock }: CoreServices, acting: Acting, bayId: string) =>
  doneIf(await removeBay(db, acting, bayId, clock()));

type Reader = MoodReader & Pick<Member, "householdId">;

const shownBay = (bay: KeptBay, home: MoodHome, reader: Reader, now: Date): ShownBay => ({
  ...bayMood(bay, home, reader, now),
  name: bay.name,
  space: bay.space,
  created_at: bay.createdAt.toISOString(),
});

/** Lists the bays with their moods, oldest first. */
export async function listBays({ db, clock }: CoreServices, reader: Reader): Promise<{ bays: ShownBay[] }> {
  const { bays, home } = await findBays(db, reader.householdId);
  const now = clock();
  return { bays: home === null ? [] : bays.map((bay) => shownBay(bay, home, reader, now)) };
}

/** How a bay feels now, and why. */
export async function showMood({ db, clock }: CoreServices, reader: Reader, bayId: string) {
  const { bays, home } = await findBays(db, reader.householdId);
  const bay = bays.find((each) => each.bayId === bayId);
  return bay === undefined || home === null ? refuse("not_found") : done(bayMood(bay, home, reader, clock()));
}

/** `hours` null lasts until it is cleared; `mood` null clears. */
type Override = { bayId: string; mood: Mood | null; hours: number | null };

export async function overrideMood(
  services: CoreServices,
  { member, actor }: ActingMember,
  { bayId, mood, hours }: Override,
): Promise<Outcome<BayMood>> {
  const now = services.clock();
  const until = mood === null || hours === null ? null : new Date(now.getTime() + hours * HOUR_MS);
  const acting = { householdId: member.householdId, actor };
  const wasThere = await setOverride(services.db, { acting, bayId, mood, until, now });
  return wasThere ? await showMood(services, member, bayId) : refuse("not_found");
}
