import { type EpisodeState, NO_EPISODE } from "../../lib/alerts/episode.ts";
import type { Finding } from "../../lib/alerts/verdict.ts";
import { settingsFor } from "../../lib/devices/alert-settings.ts";
import type { Vault } from "../../lib/kernel/ports.ts";
import { newId, newSecret, secretHint } from "../../lib/kernel/secret.ts";
import { byteaText, secretHash } from "../../lib/kernel/statements.queries.ts";
import { sessionExpiry } from "../../lib/people/sign-in.ts";
import {
  type AlertKind,
  type ApiScope,
  ID_PREFIXES,
  type Plan,
  type Role,
  SECRET_TYPES,
  type Severity,
  type ShareScope,
} from "../../schema/vocabulary.ts";
import type { Queryable } from "./database.ts";
import { insert, NOW } from "./insert.ts";
import { cryptoRandom } from "./services.ts";

/** Before every test's clock, whatever today's date is. */
const LONG_AGO = "2025-01-01T00:00:00Z";

/** Adds a home. The fixed people are Ada, who owns a Pro home, and Cleo, who owns one on the Free plan. */
export async function addHome(database: Queryable, name = "Ada's home", plan: Plan = "pro"): Promise<string> {
  const id = newId(ID_PREFIXES.household, cryptoRandom);
  await insert(database, "households", { id, name, plan, created_at: LONG_AGO });
  return id;
}

/** Returns the stored parts of a secret, with their columns. */
const kept = async (secret: string, name = "token") => ({
  [`${name}_hash`]: byteaText(await secretHash(secret)),
  [`${name}_hint`]: secretHint(secret),
});

export type TestDevice = { id: string; ingestKey: string };

type DeviceOptions = {
  name?: string;
  space?: string;
  flatTemperatureUnit?: "F" | "C";
  enabled?: boolean;
};

export async function addDevice(
  database: Queryable,
  householdId: string,
  { name = "Cellar node", space = "Cellar", flatTemperatureUnit = "F", enabled = true }: DeviceOptions = {},
): Promise<TestDevice> {
  const id = newId(ID_PREFIXES.device, cryptoRandom);
  const ingestKey = newSecret(SECRET_TYPES.ingestKey, cryptoRandom);
  await insert(database, "devices", {
    id,
    household_id: householdId,
    type: "push",
    name,
    space,
    enabled,
    flat_temperature_unit: flatTemperatureUnit,
    ingest_key_hash: byteaText(await secretHash(ingestKey)),
    created_at: NOW,
  });
  return { id, ingestKey };
}

type ShareOptions = { scope?: ShareScope; expiresAt?: Date; revokedAt?: Date };

export async function addShareLink(
  database: Queryable,
  householdId: string,
  { scope = "live", expiresAt, revokedAt }: ShareOptions = {},
): Promise<string> {
  const token = newSecret(SECRET_TYPES.shareToken, cryptoRandom);
  await insert(database, "share_links", {
    id: newId(ID_PREFIXES.shareLink, cryptoRandom),
    household_id: householdId,
    name: "Family",
    scope,
    ...(await kept(token)),
    expires_at: expiresAt,
    revoked_at: revokedAt,
    created_at: NOW,
  });
  return token;
}

type ApiKeyOptions = { scope?: ApiScope; revokedAt?: Date };

export async function addApiKey(
  database: Queryable,
  householdId: string,
  { scope = "write", revokedAt }: ApiKeyOptions = {},
): Promise<string> {
  const key = newSecret(SECRET_TYPES.apiKey, cryptoRandom);
  await insert(database, "api_keys", {
    id: newId(ID_PREFIXES.apiKey, cryptoRandom),
    household_id: householdId,
    name: "Home Assistant",
    scope,
    ...(await kept(key, "key")),
    created_by: "usr_ada",
    revoked_at: revokedAt,
    created_at: NOW,
  });
  return key;
}

export type TestMember = { userId: string; email: string; householdId: string };

let members = 0;
let joined = 0;

/** Adds a user with a membership in the home; the same address is the same user. They joined before everything else. */
export async function addMember(
  database: Queryable,
  householdId: string,
  role: Role = "owner",
  email = `${role}-${++members}@example.com`,
): Promise<TestMember> {
  const [user] = await database.sql<{ id: string }>`
    insert into users (id, email, created_at) values (${newId(ID_PREFIXES.user, cryptoRandom)}, ${email},
    now()) on conflict (email) do update set email = excluded.email returning id`;
  const userId = user?.id ?? "";
  joined += 1;
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, joined));
  await insert(database, "memberships", { household_id: householdId, user_id: userId, role, created_at });
  return { userId, email, householdId };
}

/** Returns the `Cookie` header of a member's new session, begun and last used `at`. */
export async function signIn(
  database: Queryable,
  { userId, householdId }: TestMember,
  at: Date = new Date(),
): Promise<string> {
  const token = newSecret(SECRET_TYPES.session, cryptoRandom);
  await insert(database, "sessions", {
    id: newId(ID_PREFIXES.session, cryptoRandom),
    user_id: userId,
    household_id: householdId,
    token_hash: byteaText(await secretHash(token)),
    user_agent: "test",
    last_used_at: at,
    expires_at: sessionExpiry(at),
    created_at: at,
  });
  return `__Host-session=${token}`;
}

export type TestInboundToken = { id: string; token: string };

type InboundOptions = { vault?: Vault; signingSecret?: string; revokedAt?: Date };

/** `signingSecret` is sealed with `vault`, which the app must use, too. */
export async function addInboundToken(
  database: Queryable,
  householdId: string,
  { vault, signingSecret, revokedAt }: InboundOptions = {},
): Promise<TestInboundToken> {
  const id = newId(ID_PREFIXES.inboundToken, cryptoRandom);
  const token = newSecret(SECRET_TYPES.inboundToken, cryptoRandom);
  const isSigned = vault !== undefined && signingSecret !== undefined;
  await insert(database, "inbound_tokens", {
    id,
    household_id: householdId,
    name: "Bedside button",
    ...(await kept(token)),
    sealed_signing_secret: isSigned ? await vault.seal("inbound-secret", id, signingSecret) : null,
    revoked_at: revokedAt,
    created_at: NOW,
  });
  return { id, token };
}

type AlertOptions = {
  kind?: AlertKind;
  subject?: string;
  severity?: Severity;
  openedAt?: Date;
  closedAt?: Date | null;
  title?: string;
  deviceId?: string | null;
  sensorId?: string | null;
};

let alertSubjects = 0;

/** Adds a subject's first episode, with the state that it follows from, and the finding that opened it. */
export async function addAlert(
  database: Queryable,
  householdId: string,
  options: AlertOptions = {},
): Promise<{ id: string; subject: string }> {
  const id = newId(ID_PREFIXES.alert, cryptoRandom);
  const subject = options.subject ?? `sen_subject${++alertSubjects}`;
  const { kind = "freeze", severity = "warning", title = "Crawl space (Cellar)" } = options;
  const { openedAt = new Date(), closedAt = null, deviceId = null, sensorId = null } = options;
  const at = openedAt.getTime();
  const evidence = { value: 38, unit: "°F", at, sensorId, deviceId };
  const state: EpisodeState = {
    ...NO_EPISODE,
    open: closedAt === null,
    episode: 1,
    openings: [at],
    findings: 1,
    severity: closedAt === null ? severity : null,
    openedAt: at,
    closedAt: closedAt?.getTime() ?? null,
    peak: { evidence, badness: -3.3 },
    notified: { episode: 1, at, count: 1, severity, badness: -3.3, rung: 0 },
  };
  const finding: Finding = {
    transition: "opened",
    kind,
    subject,
    episode: 1,
    sequence: 0,
    severity,
    previousSeverity: null,
    suppressedBy: null,
    delayed: false,
    evidence,
    why: {
      code: "limit",
      values: {
        value: { value: 38, unit: "°F" },
        how: "at_or_below",
        name: "warning",
        limit: { value: 40, unit: "°F" },
      },
    },
    limit: { name: "warning", is: "at_or_below", value: 40, unit: "°F", forMs: 0 },
    settings: settingsFor("freeze"),
    at,
    openedAt: at,
    closedAt: null,
    peak: evidence,
    reason: null,
    openings: 1,
  };
  const home = { household_id: householdId };
  await insert(database, "alerts", {
    id,
    ...home,
    kind,
    subject,
    episode: 1,
    severity,
    opened_at: openedAt,
    closed_at: closedAt,
    close_reason: closedAt === null ? null : "recovered",
    device_id: deviceId,
    sensor_id: sensorId,
    title,
  });
  await insert(database, "alert_states", {
    ...home,
    kind,
    subject,
    version: 1,
    state: JSON.stringify(state),
    updated_at: openedAt,
  });
  const times = { at: openedAt, tell_at: openedAt, notified_at: openedAt };
  await insert(database, "findings", {
    alert_id: id,
    ...home,
    sequence: 0,
    finding: JSON.stringify(finding),
    ...times,
  });
  return { id, subject };
}
