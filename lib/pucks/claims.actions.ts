import { LIMITS } from "../../schema/limits.ts";
import { ID_PREFIXES, LANGUAGES, type Mood } from "../../schema/vocabulary.ts";
import type { ClaimFinished, Puck, Bay as ShownBay } from "../../schema/wire/companion.ts";
import { budgetCharges, overCharge } from "../budget/budget.ts";
import { done, doneIf, type Outcome, refuse, refuseField } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { digestBytes } from "../kernel/text.ts";
import { HOUR_MS, MINUTE_MS } from "../kernel/time.ts";
import { type Acting, type ActingMember, entryBy, type Member } from "../people/activity.ts";
import { newNonce, puckSecretBytes } from "./claim.ts";
import { PUCK_LIMITS } from "./limits.ts";
import { bayMood, type MoodHome, type MoodReader } from "./mood.ts";
import {
  bindBay,
  countWrongTry,
  releasePuck as deletePuck,
  findBays,
  findClaim,
  type KeptBay,
  deleteBay as removeBay,
  setOverride,
  startClaim as storeClaim,
  registerPuck as storePuck,
} from "./pucks.queries.ts";

const SECRET_ASKED = `must be ${LIMITS.puckSecretBytesMin} to ${LIMITS.puckSecretBytesMax} bytes in hex or base64`;

/** Stores a puck's secret for the home, sealed. Replaces an earlier secret. */
export async function registerPuck(
  { db, clock, serverVault }: CoreServices,
  acting: Acting,
  { device_id: deviceId, secret }: { device_id: string; secret: string },
): Promise<Outcome<{ puck: Puck }>> {
  const bytes = puckSecretBytes(secret);
  if (bytes === null) return refuseField("secret", SECRET_ASKED);
  const sealedSecret = await serverVault.seal("puck-secret", deviceId, bytes);
  const puck = await storePuck(db, entryBy(acting, clock(), "puck_registered", deviceId), sealedSecret);
  if (puck === "too_many")
    return refuse(puck, `Too many pucks: ${PUCK_LIMITS.householdPucksMax} at most in a household`);
  return puck === "puck_taken" ? refuse(puck) : done({ puck });
}

/** Removes a puck from the home. Any home may register it afterwards. */
export const releasePuck = async ({ db, clock }: CoreServices, acting: Acting, deviceId: string) =>
  doneIf(await deletePuck(db, entryBy(acting, clock(), "puck_released", deviceId)));

/** Starts a claim: returns a nonce that the puck signs once its button is pressed. */
export async function startClaim({ db, clock, random }: CoreServices, acting: Acting, deviceId: string) {
  const now = clock();
  const nonce = newNonce(random);
  const expiresAt = new Date(now.getTime() + PUCK_LIMITS.claimMinutes * MINUTE_MS);
  const spender = { home: acting.householdId, isEstablished: true };
  const charges = budgetCharges("claim", spender, null, now);
  const entry = entryBy(acting, now, "puck_claim_started", deviceId);
  const started = await storeClaim(db, entry, { nonce, expiresAt }, charges);
  if (started === "started") return done({ nonce, expires_at: expiresAt.toISOString() });
  return started === "not_found" ? refuse(started) : overCharge(started, now, "claims");
}

type ClaimFinish = {
  deviceId: string;
  nonce: string;
  /** HMAC-SHA-256(secret bytes, nonce text) in hex or base64. */
  hmac: string;
  /** The bay to bind to; null for the puck's current bay or, if it has none, a new one. */
  bayId: string | null;
  name: string | null;
  space: string | null;
};

/** Finishes a claim after the button was pressed: binds the puck to its bay. Of concurrent calls, only one succeeds. */
export async function finishClaim(
  services: CoreServices,
  acting: Acting,
  finish: ClaimFinish,
): Promise<Outcome<ClaimFinished>> {
  const { nonce, name, space } = finish;
  const entry = entryBy(acting, services.clock(), "puck_claimed", finish.deviceId);
  const found = await findClaim(services.db, entry, nonce);
  if (found === null) return refuse("not_found");
  if (!found.isOpen) return refuse("claim_gone");
  if (!(await isSigned(services, found.sealedSecret, finish))) {
    await countWrongTry(services.db, entry, nonce);
    return refuse("bad_signature");
  }
  const bayId = finish.bayId ?? found.bayId ?? newId(ID_PREFIXES.bay, services.random);
  const claimed = { ...entry, details: { bay_id: bayId } };
  const bound = await bindBay(services.db, claimed, { nonce, bayId, name, space });
  if (bound === "too_many")
    return refuse(bound, `Too many bays: ${PUCK_LIMITS.householdBaysMax} at most in a household`);
  if (bound !== "bound") return refuse(bound);
  // Only the mood is returned, and not its reason, so the reader's language and unit don't matter.
  const reader = { householdId: acting.householdId, language: LANGUAGES[0], temperatureUnit: null };
  const shown = await showMood(services, reader, bayId);
  return shown.ok ? done({ ok: true, bay: { bay_id: bayId, mood: shown.value.mood } }) : shown;
}

async function isSigned(services: CoreServices, sealedSecret: string, finish: ClaimFinish) {
  const signature = digestBytes(finish.hmac);
  const secret = await services.serverVault.open("puck-secret", finish.deviceId, sealedSecret);
  if (signature === null || secret === null) return false;
  return await services.verifyHmac(secret.bytes, new TextEncoder().encode(finish.nonce), [signature]);
}

/** Deletes a bay. Its pucks stay registered. */
export const deleteBay = async ({ db, clock }: CoreServices, acting: Acting, bayId: string) =>
  doneIf(await removeBay(db, entryBy(acting, clock(), "bay_deleted", bayId)));

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

/** Returns a bay's current mood, and its reason. */
export async function showMood({ db, clock }: CoreServices, reader: Reader, bayId: string) {
  const { bays, home } = await findBays(db, reader.householdId);
  const bay = bays.find((each) => each.bayId === bayId);
  return bay === undefined || home === null ? refuse("not_found") : done(bayMood(bay, home, reader, clock()));
}

/** `hours`: null lasts until the override is cleared. `mood`: null clears it. */
type Override = { bayId: string; mood: Mood | null; hours: number | null };

export async function overrideMood(services: CoreServices, acting: ActingMember, override: Override) {
  const { bayId, mood, hours } = override;
  const now = services.clock();
  const until = mood === null || hours === null ? null : new Date(now.getTime() + hours * HOUR_MS);
  const action = mood === null ? "mood_override_cleared" : "mood_overridden";
  const entry = entryBy(acting, now, action, bayId, { mood, until: until?.toISOString() ?? null });
  const wasThere = await setOverride(services.db, entry, { moodOverride: mood, overrideUntil: until });
  return wasThere ? await showMood(services, acting.member, bayId) : refuse("not_found");
}
