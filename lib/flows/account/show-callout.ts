import type { IngestKeyCallout } from "../../../schema/wire/account/keys.ts";
import type { Member } from "../../domain/account/member.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Clock, Vault } from "../../ports.ts";
import { findCallout } from "../../store/account/ingest-keys.ts";
import type { Db } from "../../store/db.ts";

export type CalloutPorts = { db: Db; clock: Clock; serverVault: Vault; baseUrl: string };

export type ShownCallout = IngestKeyCallout;

/**
 * The key of a device that was made or given a new one within the last half hour; after that there is none.
 */
export async function showCallout(
  { db, clock, serverVault, baseUrl }: CalloutPorts,
  { householdId }: Member,
  deviceId: string,
): Promise<Outcome<ShownCallout>> {
  const callout = await findCallout(db, { deviceId, householdId, now: clock() });
  if (callout === null) return refuse("not_found");
  const opened = await serverVault.open("ingest-key-callout", deviceId, callout.sealedKey);
  if (opened === null) return refuse("not_found");
  const { text: key } = opened;
  return done({
    ingest_key: key,
    ingest_url: `${baseUrl}/api/ingest/${key}`,
    until: callout.until.toISOString(),
  });
}
