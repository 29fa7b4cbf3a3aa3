import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import type { Vault } from "../../lib/kernel/ports.ts";
import { byteaText, secretHash } from "../../lib/kernel/statements.queries.ts";
import { companionSessionEnd, newTokenPair, pairTimes, puckSecretBytes } from "../../lib/pucks/claim.ts";

/** What `demo.json` tells of the companion. The access token is good for 15 minutes after the start. */
export type DemoCompanion = {
  companion: { access_token: string; refresh_token: string };
  /** `secret` in hex. */
  puck: { device_id: string; secret: string };
  bay_id: string;
};

const SESSION_ID = "cmp_demoAda";
const PUCK_ID = "puck-demo-1";
const BAY_ID = "bay_demoCellar";
const SECRET_BYTES = 32;

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

/** Secrets of an earlier start are kept. */
export function demoCompanion(earlier: Partial<DemoCompanion>): DemoCompanion {
  const pair = newTokenPair(random);
  return {
    companion: earlier.companion ?? { access_token: pair.accessToken, refresh_token: pair.refreshToken },
    puck: earlier.puck ?? { device_id: PUCK_ID, secret: randomBytes(SECRET_BYTES).toString("hex") },
    bay_id: BAY_ID,
  };
}

type CompanionHome = { householdId: string; userId: string };

/** A signed-in phone, and a puck in the cellar. Every start begins a new session. */
export async function seedCompanion(
  client: Client,
  home: CompanionHome,
  demo: DemoCompanion,
  serverVault: Vault,
  now: Date,
): Promise<void> {
  await seedPhone(client, home, demo.companion, now);
  await client.query(
    `insert into bays (household_id, bay_id, name, space, updated_at, created_at)
     values ($1, $2, 'Cellar', 'Cellar', $3, $3) on conflict (household_id, bay_id) do nothing`,
    [home.householdId, demo.bay_id, now],
  );
  const { device_id, secret } = demo.puck;
  const sealed = await serverVault.seal("puck-secret", device_id, puckSecretBytes(secret) ?? secret);
  await client.query(
    `insert into pucks (device_id, household_id, sealed_secret, bay_id, registered_at, bound_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (household_id, device_id) do update set sealed_secret = excluded.sealed_secret`,
    [device_id, home.householdId, sealed, demo.bay_id, now],
  );
}

async function seedPhone(
  client: Client,
  { householdId, userId }: CompanionHome,
  tokens: DemoCompanion["companion"],
  now: Date,
): Promise<void> {
  const { accessExpiresAt, refreshExpiresAt } = pairTimes(now);
  const access = byteaText(await secretHash(tokens.access_token));
  const refresh = byteaText(await secretHash(tokens.refresh_token));
  await client.query(
    `with session as (
       insert into companion_sessions (id, user_id, household_id, access_hash, access_expires_at, device_label,
         last_used_at, ends_at, created_at) values ($1, $2, $3, $4, $5, 'Demo phone', $6, $7, $6)
       on conflict (id) do update set access_hash = excluded.access_hash,
         access_expires_at = excluded.access_expires_at, ends_at = excluded.ends_at returning id),
     forgotten as (delete from companion_refresh_tokens where session_id = $1 and token_hash <> $8)
     insert into companion_refresh_tokens (token_hash, session_id, expires_at) select $8, id, $9 from session
     on conflict (token_hash) do update set expires_at = excluded.expires_at, spent_at = null, sealed_successor = null`,
    [
      SESSION_ID,
      userId,
      householdId,
      access,
      accessExpiresAt,
      now,
      companionSessionEnd(now),
      refresh,
      refreshExpiresAt,
    ],
  );
}
