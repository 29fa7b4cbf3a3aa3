import { newId } from "../../lib/domain/id.ts";
import { newSecret, secretHint } from "../../lib/domain/secret.ts";
import { byteaText, secretHash } from "../../lib/store/secret-hash.ts";
import { ID_PREFIXES, type Plan, SECRET_TYPES, type ShareScope } from "../../schema/vocabulary.ts";
import type { TestDatabase } from "./database.ts";
import { cryptoRandom } from "./ports.ts";

/** The fixed cast: Ada owns a Pro home, Cleo another one on the Free plan. */
export const addHome = async (
  database: TestDatabase,
  name = "Ada's home",
  plan: Plan = "pro",
): Promise<string> => {
  const id = newId(ID_PREFIXES.household, cryptoRandom);
  await database.query("insert into households (id, name, plan, created_at) values ($1, $2, $3, now())", [
    id,
    name,
    plan,
  ]);
  return id;
};

export type TestDevice = { id: string; ingestKey: string };

export type DeviceOptions = {
  name?: string;
  space?: string;
  flatTemperatureUnit?: "F" | "C";
  enabled?: boolean;
};

export async function addDevice(
  database: TestDatabase,
  householdId: string,
  options: DeviceOptions = {},
): Promise<TestDevice> {
  const id = newId(ID_PREFIXES.device, cryptoRandom);
  const ingestKey = newSecret(SECRET_TYPES.ingestKey, cryptoRandom);
  await database.query(
    `insert into devices (id, household_id, type, name, space, enabled, flat_temperature_unit,
       ingest_key_hash, ingest_key_hint, created_at) values ($1, $2, 'push', $3, $4, $5, $6, $7, $8, now())`,
    [
      id,
      householdId,
      options.name ?? "Cellar node",
      options.space ?? "Cellar",
      options.enabled ?? true,
      options.flatTemperatureUnit ?? "F",
      byteaText(await secretHash(ingestKey)),
      secretHint(ingestKey),
    ],
  );
  return { id, ingestKey };
}

export type ShareOptions = { scope?: ShareScope; expiresAt?: Date; revokedAt?: Date };

export async function addShareLink(
  database: TestDatabase,
  householdId: string,
  options: ShareOptions = {},
): Promise<string> {
  const token = newSecret(SECRET_TYPES.shareToken, cryptoRandom);
  await database.query(
    `insert into share_links (id, household_id, name, scope, token_hash, token_hint, expires_at, revoked_at, created_at)
     values ($1, $2, 'Family', $3, $4, $5, $6, $7, now())`,
    [
      newId(ID_PREFIXES.shareLink, cryptoRandom),
      householdId,
      options.scope ?? "live",
      byteaText(await secretHash(token)),
      secretHint(token),
      options.expiresAt ?? null,
      options.revokedAt ?? null,
    ],
  );
  return token;
}
