import { and, eq, ne } from "drizzle-orm";
import type { Vault } from "../../lib/kernel/ports.ts";
import { secretHash } from "../../lib/kernel/statements.queries.ts";
import { DAY_MS } from "../../lib/kernel/time.ts";
import { companionSessionEnd, pairTimes, puckSecretBytes } from "../../lib/pucks/claim.ts";
import { SHARE_EXPIRY_DAYS_DEFAULT } from "../../lib/sharing/share-link.ts";
import { bays, companionRefreshTokens, companionSessions, pucks } from "../../schema/tables/companion.ts";
import { devices } from "../../schema/tables/device.ts";
import { apiKeys, inboundTokens, shareLinks } from "../../schema/tables/handed-out.ts";
import { pullFeeds } from "../../schema/tables/pull-feed.ts";
import { sessions } from "../../schema/tables/sign-in.ts";
import { ADA, CLEO, type DemoHome, PULL_DEVICE_ID, PULL_FEED_ID } from "./demo.ts";
import type { DemoFile } from "./demo-file.ts";
import { type DemoRows, hashed, put } from "./rows.ts";

const SESSION_DAYS = 90;
const COMPANION_SESSION_ID = "cmp_demoAda";

type Vaults = { serverVault: Vault; keyVault: Vault };

/** Writes the secrets of `demo.json` into the database, replacing those of an earlier start. */
export async function putKeys(rows: DemoRows, demo: DemoFile, vaults: Vaults, now: Date): Promise<void> {
  const { free } = demo;
  for (const { id, ingest_key } of [demo.push_device, demo.garage_device, free.push_device])
    await rows
      .update(devices)
      .set({
        ingestKeyHash: await secretHash(ingest_key),
        sealedIngestKey: await vaults.keyVault.seal("ingest-key", id, ingest_key),
      })
      .where(eq(devices.id, id));
  await putOfHome(rows, ADA, demo, vaults.serverVault, now);
  await putOfHome(rows, CLEO, free, vaults.serverVault, now);
  const [owner, manager, , viewer] = ADA.members;
  await putSession(rows, ADA, owner.userId, demo.session_cookie, now);
  await putSession(rows, ADA, manager.userId, demo.manager.session_cookie, now);
  await putSession(rows, ADA, viewer.userId, demo.viewer.session_cookie, now);
  await putSession(rows, CLEO, CLEO.members[0].userId, free.session_cookie, now);
  await putFeed(rows, demo.pull_feed.url, now);
  await putPhone(rows, demo.companion, now);
  await putPuck(rows, demo, vaults.serverVault, now);
}

/** Writes a home's key, link and token. */
async function putOfHome(
  rows: DemoRows,
  home: DemoHome,
  { api_key, share_token, inbound }: Pick<DemoFile | DemoFile["free"], "api_key" | "share_token" | "inbound">,
  vault: Vault,
  now: Date,
): Promise<void> {
  const { householdId, name, members, plan, shareScope: scope } = home;
  const own = (prefix: string) => ({
    id: householdId.replace("hh_", `${prefix}_`),
    householdId,
    name: "Demo",
    createdAt: now,
  });
  await put(rows, apiKeys, apiKeys.id, {
    ...own("api"),
    scope: "write",
    createdBy: members[0]?.userId ?? "",
    ...(await hashed(api_key)),
  });
  await put(rows, shareLinks, shareLinks.id, {
    ...own("shr"),
    name,
    scope,
    ...(await hashed(share_token)),
    expiresAt: plan === "pro" ? null : new Date(now.getTime() + SHARE_EXPIRY_DAYS_DEFAULT * DAY_MS),
  });
  const token = own("inb");
  await put(rows, inboundTokens, inboundTokens.id, {
    ...token,
    ...(await hashed(inbound.token)),
    sealedSigningSecret:
      "signing_secret" in inbound
        ? await vault.seal("inbound-secret", token.id, inbound.signing_secret)
        : null,
  });
}

const putSession = async (rows: DemoRows, home: DemoHome, userId: string, cookie: string, now: Date) =>
  await put(rows, sessions, sessions.id, {
    id: userId.replace("usr_", "sess_"),
    userId,
    householdId: home.householdId,
    userAgent: "Demo",
    tokenHash: await secretHash(cookie.slice(cookie.indexOf("=") + 1)),
    lastUsedAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
  });

/** The service's own example feed, which can be polled without a network. */
async function putFeed(rows: DemoRows, url: string, now: Date): Promise<void> {
  const { householdId } = ADA;
  const [id, name] = [PULL_DEVICE_ID, "Example feed"];
  await rows
    .insert(devices)
    .values({ id, householdId, type: "pull", name, space: "Attic", createdAt: now })
    .onConflictDoNothing();
  await put(rows, pullFeeds, [pullFeeds.householdId, pullFeeds.id], {
    householdId,
    id: PULL_FEED_ID,
    deviceId: id,
    name,
    url,
    sealedUrl: null,
    enabled: true,
    createdAt: now,
    updatedAt: now,
  });
}

/** A signed-in phone. Every start begins a new session. */
async function putPhone(rows: DemoRows, tokens: DemoFile["companion"], now: Date): Promise<void> {
  const { accessExpiresAt, refreshExpiresAt } = pairTimes(now);
  const sessionId = COMPANION_SESSION_ID;
  await put(rows, companionSessions, companionSessions.id, {
    ...{
      id: sessionId,
      userId: ADA.members[0].userId,
      householdId: ADA.householdId,
      deviceLabel: "Demo phone",
    },
    accessHash: await secretHash(tokens.access_token),
    accessExpiresAt,
    lastUsedAt: now,
    createdAt: now,
    endsAt: companionSessionEnd(now),
  });
  const { tokenHash } = companionRefreshTokens;
  const hash = await secretHash(tokens.refresh_token);
  await rows
    .delete(companionRefreshTokens)
    .where(and(eq(companionRefreshTokens.sessionId, sessionId), ne(tokenHash, hash)));
  await put(rows, companionRefreshTokens, tokenHash, {
    tokenHash: hash,
    sessionId,
    expiresAt: refreshExpiresAt,
    spentAt: null,
    sealedSuccessor: null,
  });
}

/** A puck in the cellar. */
async function putPuck(
  rows: DemoRows,
  { puck: { device_id: deviceId, secret }, bay_id: bayId }: DemoFile,
  vault: Vault,
  now: Date,
): Promise<void> {
  const { householdId } = ADA;
  await rows
    .insert(bays)
    .values({ householdId, bayId, name: "Cellar", space: "Cellar", updatedAt: now, createdAt: now })
    .onConflictDoNothing();
  await put(rows, pucks, [pucks.householdId, pucks.deviceId], {
    deviceId,
    householdId,
    bayId,
    registeredAt: now,
    boundAt: now,
    sealedSecret: await vault.seal("puck-secret", deviceId, puckSecretBytes(secret) ?? secret),
  });
}
