import { LIMITS } from "../../../schema/limits.ts";
import { type Limited, overCountedLimit, overLimit } from "../../domain/account/limited.ts";
import type { ActingMember } from "../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock, Report, SharedLimiter, Vault } from "../../ports.ts";
import { type RevealAct, readSealedKey, replaceSealedKey } from "../../store/account/ingest-keys.ts";
import type { Db } from "../../store/db.ts";

export type RevealPorts = {
  db: Db;
  clock: Clock;
  report: Report;
  sharedLimiter: SharedLimiter;
  keyVault: Vault | null;
};

type Revealed = { ingest_key: string };

const HOUR_SECONDS = 3_600;
const REVEALED = "revealed keys";
const REVEAL_LIMIT = { name: "reveal", limit: LIMITS.revealsPerHour, windowSeconds: HOUR_SECONDS };

/**
 * Shows a push device's key again: counted, and in the home's activity, from the moment it was read. The
 * limiter that all instances share is asked first; the count of the activity itself is exact, and decides
 * alone while that is away.
 */
export async function revealIngestKey(
  ports: RevealPorts,
  { member, actor }: ActingMember,
  deviceId: string,
): Promise<Limited<Revealed>> {
  const { db, keyVault } = ports;
  if (keyVault === null) return refuse("reveal_not_configured");
  const shared = await ports.sharedLimiter(REVEAL_LIMIT, member.userId);
  if (shared?.allowed === false) return overLimit(REVEAL_LIMIT, shared.resetSeconds, REVEALED);
  const now = ports.clock();
  const countedSince = new Date(now.getTime() - HOUR_SECONDS * 1_000);
  const { householdId, userId } = member;
  const act: RevealAct = { deviceId, householdId, userId, actor, now, countedSince };
  const reveal = await readSealedKey(db, act);
  switch (reveal.verdict) {
    case "read":
      return await openKey({ ...ports, keyVault }, deviceId, reveal.sealedKey);
    case "unknown":
      return refuse("not_found");
    case "not_stored":
      return refuse("ingest_key_not_stored");
    case "too_often":
      return overCountedLimit(REVEAL_LIMIT, reveal.fullSince, now, REVEALED);
    default:
      return reveal satisfies never;
  }
}

/** A copy under the previous secret is sealed again; one under a secret that is gone can only be rotated. */
async function openKey(
  { db, report, keyVault }: RevealPorts & { keyVault: Vault },
  deviceId: string,
  sealed: string,
): Promise<Outcome<Revealed>> {
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
