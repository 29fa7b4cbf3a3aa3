import { budgetCharges, overCharge } from "../budget/budget.ts";
import { BUDGET_LIMITS } from "../budget/limits.ts";
import { overLimit } from "../kernel/network.ts";
import { done, refuse } from "../kernel/outcome.ts";
import type { Vault } from "../kernel/ports.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { type Acting, type ActingMember, entryBy, type Member } from "../people/activity.ts";
import { replaceIngestKey } from "./device-changes.queries.ts";
import { newIngestKey, showDevice, withKey } from "./devices.actions.ts";
import { findCallout, readSealedKey, replaceSealedKey } from "./ingest-keys.queries.ts";

const HOUR_SECONDS = 3_600;
const REVEALED = "revealed keys";

/** Gives a push device a new key. The old key stops working at once. */
export async function rotateIngestKey(services: Services, acting: Acting, deviceId: string) {
  const now = services.clock();
  const { ingestKey, kept } = await newIngestKey(services, deviceId, now);
  const entry = entryBy(acting, now, "ingest_key_rotated", deviceId);
  const isRotated = await replaceIngestKey(services.db, entry, kept);
  const shown = await showDevice(services, acting.householdId, deviceId);
  if (!shown.ok) return shown;
  return isRotated ? done(withKey(services, shown.value.device, ingestKey)) : refuse("not_a_push_device");
}

const REVEAL_LIMIT = { name: "reveal", limit: BUDGET_LIMITS.revealsPerHour, windowSeconds: HOUR_SECONDS };

/**
 * Shows a push device's key again. The read itself is counted and logged in the home's activity. The shared limiter is
 * asked first; the count in the database is exact, and decides alone while the limiter is down.
 */
export async function revealIngestKey(services: Services, acting: ActingMember, deviceId: string) {
  const { member } = acting;
  const { db, keyVault } = services;
  if (keyVault === null) return refuse("reveal_not_configured");
  const shared = await services.sharedLimiter(REVEAL_LIMIT, member.userId);
  if (shared?.allowed === false) return overLimit(REVEAL_LIMIT, shared.resetSeconds, REVEALED);
  const now = services.clock();
  const charges = budgetCharges("reveal", { account: member.userId, isEstablished: true }, null, now);
  const reveal = await readSealedKey(db, entryBy(acting, now, "ingest_key_revealed", deviceId), charges);
  if ("full" in reveal) return overCharge(reveal.full, now, REVEALED);
  if ("refused" in reveal) return refuse(reveal.refused);
  return await openKey(services, keyVault, deviceId, reveal.sealedKey);
}

/** Opens a sealed key. Reseals a copy of the previous secret. If the secret is lost, the key can only be rotated. */
async function openKey({ db, report }: CoreServices, keyVault: Vault, deviceId: string, sealed: string) {
  const opened = await keyVault.open("ingest-key", deviceId, sealed);
  if (opened === null) {
    report({ level: "error", event: "ingest_key_not_openable", device_id: deviceId });
    return refuse("ingest_key_not_stored");
  }
  if (!opened.isCurrent) {
    const to = await keyVault.seal("ingest-key", deviceId, opened.text);
    await replaceSealedKey(db, { deviceId, from: sealed, to });
  }
  return done({ ingest_key: opened.text });
}

export type ShownCallout = { ingest_key: string; ingest_url: string; until: string };

/** Returns the ingest key of a device for half an hour after the key was created. */
export async function showCallout(services: Services, { householdId }: Member, deviceId: string) {
  const callout = await findCallout(services.db, { deviceId, householdId, now: services.clock() });
  if (callout === null) return refuse("not_found");
  const opened = await services.serverVault.open("ingest-key-callout", deviceId, callout.sealedKey);
  if (opened === null) return refuse("not_found");
  const { text: ingest_key } = opened;
  const ingest_url = `${services.baseUrl}/api/ingest/${ingest_key}`;
  return done<ShownCallout>({ ingest_key, ingest_url, until: callout.until.toISOString() });
}
