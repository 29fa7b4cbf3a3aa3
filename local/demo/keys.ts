import type { Client } from "pg";
import type { Vault } from "../../lib/kernel/ports.ts";
import { secretHint } from "../../lib/kernel/secret.ts";
import { byteaText, secretHash } from "../../lib/kernel/statements.queries.ts";
import { SHARE_EXPIRY_DAYS_DEFAULT } from "../../lib/sharing/share-link.ts";
import { ADA, CLEO, type DemoHome, PULL_DEVICE_ID, PULL_FEED_ID } from "./demo.ts";
import type { DemoFile } from "./demo-file.ts";

const SESSION_DAYS = 90;

type Keys = { serverVault: Vault; keyVault: Vault };

/** Puts the secrets of `demo.json` into the database, over those of an earlier start. */
export async function seedKeys(client: Client, demo: DemoFile, vaults: Keys, now: Date): Promise<void> {
  await seedIngestKey(client, demo.push_device, vaults.keyVault);
  await seedIngestKey(client, demo.free.push_device, vaults.keyVault);
  await seedApiKey(client, ADA, demo.api_key, now);
  await seedApiKey(client, CLEO, demo.free.api_key, now);
  await seedShareLink(client, ADA, demo.share_token, now);
  await seedShareLink(client, CLEO, demo.free.share_token, now);
  await seedInbound(client, ADA, demo.inbound.token, demo.inbound.signing_secret, vaults.serverVault, now);
  await seedInbound(client, CLEO, demo.free.inbound.token, null, vaults.serverVault, now);
  const [owner, manager, , viewer] = ADA.members;
  await seedSession(client, ADA, owner.userId, demo.session_cookie, now);
  await seedSession(client, ADA, manager.userId, demo.manager.session_cookie, now);
  await seedSession(client, ADA, viewer.userId, demo.viewer.session_cookie, now);
  await seedSession(client, CLEO, CLEO.members[0].userId, demo.free.session_cookie, now);
  await seedPullFeed(client, demo, now);
}

async function seedIngestKey(
  client: Client,
  device: { id: string; ingest_key: string },
  keyVault: Vault,
): Promise<void> {
  await client.query(
    "update devices set ingest_key_hash = $2, ingest_key_hint = $3, sealed_ingest_key = $4 where id = $1",
    [
      device.id,
      byteaText(await secretHash(device.ingest_key)),
      secretHint(device.ingest_key),
      await keyVault.seal("ingest-key", device.id, device.ingest_key),
    ],
  );
}

/** An id of the home's own for what a home has one of in the demo. */
const idOf = (prefix: string, home: DemoHome): string => home.householdId.replace("hh_", `${prefix}_`);

async function seedApiKey(client: Client, home: DemoHome, key: string, now: Date): Promise<void> {
  await client.query(
    `insert into api_keys (id, household_id, name, scope, key_hash, key_hint, created_by, created_at)
     values ($1, $2, 'Demo', 'write', $3, $4, $5, $6)
     on conflict (id) do update set key_hash = excluded.key_hash, key_hint = excluded.key_hint`,
    [
      idOf("api", home),
      home.householdId,
      byteaText(await secretHash(key)),
      secretHint(key),
      home.members[0]?.userId,
      now,
    ],
  );
}

async function seedShareLink(client: Client, home: DemoHome, token: string, now: Date): Promise<void> {
  await client.query(
    `insert into share_links (id, household_id, name, scope, token_hash, token_hint, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (id) do update set token_hash = excluded.token_hash, token_hint = excluded.token_hint,
       expires_at = excluded.expires_at`,
    [
      idOf("shr", home),
      home.householdId,
      home.name,
      home.shareScope,
      byteaText(await secretHash(token)),
      secretHint(token),
      now,
      home.plan === "pro" ? null : new Date(now.getTime() + SHARE_EXPIRY_DAYS_DEFAULT * 86_400_000),
    ],
  );
}

async function seedInbound(
  client: Client,
  home: DemoHome,
  token: string,
  signingSecret: string | null,
  vault: Vault,
  now: Date,
): Promise<void> {
  const id = idOf("inb", home);
  await client.query(
    `insert into inbound_tokens (id, household_id, name, token_hash, token_hint, sealed_signing_secret, created_at)
     values ($1, $2, 'Demo', $3, $4, $5, $6)
     on conflict (id) do update set token_hash = excluded.token_hash, token_hint = excluded.token_hint,
       sealed_signing_secret = excluded.sealed_signing_secret`,
    [
      id,
      home.householdId,
      byteaText(await secretHash(token)),
      secretHint(token),
      signingSecret === null ? null : await vault.seal("inbound-secret", id, signingSecret),
      now,
    ],
  );
}

async function seedSession(
  client: Client,
  home: DemoHome,
  userId: string,
  cookie: string,
  now: Date,
): Promise<void> {
  const token = cookie.slice(cookie.indexOf("=") + 1);
  await client.query(
    `insert into sessions (id, user_id, household_id, token_hash, token_hint, user_agent, last_used_at, expires_at, created_at)
     values ($1, $2, $3, $4, $5, 'Demo', $6, $7, $6)
     on conflict (id) do update set token_hash = excluded.token_hash, token_hint = excluded.token_hint,
       last_used_at = excluded.last_used_at, expires_at = excluded.expires_at`,
    [
      userId.replace("usr_", "sess_"),
      userId,
      home.householdId,
      byteaText(await secretHash(token)),
      secretHint(token),
      now,
      new Date(now.getTime() + SESSION_DAYS * 86_400_000),
    ],
  );
}

/** The service's own example feed: something to poll on a machine without a network. */
async function seedPullFeed(client: Client, demo: DemoFile, now: Date): Promise<void> {
  await client.query(
    `insert into devices (id, household_id, type, name, space, created_at)
     values ($1, $2, 'pull', 'Example feed', 'Attic', $3) on conflict (id) do nothing`,
    [PULL_DEVICE_ID, ADA.householdId, now],
  );
  await client.query(
    `insert into pull_feeds (household_id, id, device_id, name, url, enabled, created_at, updated_at)
     values ($1, $2, $3, 'Example feed', $4, true, $5, $5)
     on conflict (household_id, id) do update set url = excluded.url, sealed_url = null,
       updated_at = excluded.updated_at`,
    [ADA.householdId, PULL_FEED_ID, PULL_DEVICE_ID, demo.pull_feed.url, now],
  );
}
