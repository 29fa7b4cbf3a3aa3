import { type EpisodeState, NO_EPISODE } from "../../lib/alerts/episode.ts";
import type { Finding } from "../../lib/alerts/finding.ts";
import { settingsFor } from "../../lib/alerts/settings.ts";
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
import type { TestDatabase } from "./database.ts";
import { cryptoRandom } from "./services.ts";

/** Before every test's clock, whatever today is. */
const LONG_AGO = "2025-01-01T00:00:00Z";

type Queryable = Pick<TestDatabase, "query">;

/** The fixed people: Ada owns a Pro home, Cleo another one on the Free plan. */
export const addHome = async (
  database: Queryable,
  name = "Ada's home",
  plan: Plan = "pro",
): Promise<string> => {
  const id = newId(ID_PREFIXES.household, cryptoRandom);
  await database.query("insert into households (id, name, plan, created_at) values ($1, $2, $3, $4)", [
    id,
    name,
    plan,
    LONG_AGO,
  ]);
  return id;
};

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

type ShareOptions = { scope?: ShareScope; expiresAt?: Date; revokedAt?: Date };

export async function addShareLink(
  database: Queryable,
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

type ApiKeyOptions = { scope?: ApiScope; revokedAt?: Date };

export async function addApiKey(
  database: Queryable,
  householdId: string,
  options: ApiKeyOptions = {},
): Promise<string> {
  const key = newSecret(SECRET_TYPES.apiKey, cryptoRandom);
  await database.query(
    `insert into api_keys (id, household_id, name, scope, key_hash, key_hint, created_by, revoked_at, created_at)
     values ($1, $2, 'Home Assistant', $3, $4, $5, 'usr_ada', $6, now())`,
    [
      newId(ID_PREFIXES.apiKey, cryptoRandom),
      householdId,
      options.scope ?? "write",
      byteaText(await secretHash(key)),
      secretHint(key),
      options.revokedAt ?? null,
    ],
  );
  return key;
}

export type TestMember = { userId: string; email: string; householdId: string };

let members = 0;
let joined = 0;

/**
 * A user with a membership in the home; the same address twice is the same user. Joined before all that
 * happens.
 */
export async function addMember(
  database: Queryable,
  householdId: string,
  role: Role = "owner",
  email = `${role}-${++members}@example.com`,
): Promise<TestMember> {
  const [user] = await database.query<{ id: string }>(
    `insert into users (id, email, created_at) values ($1, $2, now())
     on conflict (email) do update set email = excluded.email returning id`,
    [newId(ID_PREFIXES.user, cryptoRandom), email],
  );
  const userId = user?.id ?? "";
  await database.query(
    `insert into memberships (household_id, user_id, role, created_at)
     values ($1, $2, $3, '2026-01-01T00:00:00Z'::timestamptz + $4 * interval '1 second')`,
    [householdId, userId, role, ++joined],
  );
  return { userId, email, householdId };
}

/** The `Cookie` header of a new session of the member; begun `at`, and last used then. */
export async function signIn(
  database: Queryable,
  { userId, householdId }: TestMember,
  at: Date = new Date(),
): Promise<string> {
  const token = newSecret(SECRET_TYPES.session, cryptoRandom);
  await database.query(
    `insert into sessions (id, user_id, household_id, token_hash, token_hint, user_agent, last_used_at,
       expires_at, created_at) values ($1, $2, $3, $4, $5, 'test', $6, $7, $6)`,
    [
      newId(ID_PREFIXES.session, cryptoRandom),
      userId,
      householdId,
      byteaText(await secretHash(token)),
      secretHint(token),
      at,
      sessionExpiry(at),
    ],
  );
  return `__Host-session=${token}`;
}

export type TestInboundToken = { id: string; token: string };

/** `signingSecret`: sealed with `vault`, which the app has to know too. */
export async function addInboundToken(
  database: Queryable,
  householdId: string,
  options: { vault?: Vault; signingSecret?: string; requiresTimestamp?: boolean; revokedAt?: Date } = {},
): Promise<TestInboundToken> {
  const id = newId(ID_PREFIXES.inboundToken, cryptoRandom);
  const token = newSecret(SECRET_TYPES.inboundToken, cryptoRandom);
  const { vault, signingSecret, requiresTimestamp = false, revokedAt = null } = options;
  const sealed =
    vault === undefined || signingSecret === undefined
      ? null
      : await vault.seal("inbound-secret", id, signingSecret);
  await database.query(
    `insert into inbound_tokens (id, household_id, name, token_hash, token_hint, sealed_signing_secret,
       requires_timestamp, revoked_at, created_at)
     values ($1, $2, 'Bedside button', $3, $4, $5, $6, $7, now())`,
    [
      id,
      householdId,
      byteaText(await secretHash(token)),
      secretHint(token),
      sealed,
      requiresTimestamp,
      revokedAt,
    ],
  );
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

/** The first episode of a subject with the state that it follows from, and the finding that opened it. */
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
  await database.query(
    `insert into alerts (id, household_id, kind, subject, episode, severity, opened_at, closed_at, close_reason,
       device_id, sensor_id, title) values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      householdId,
      kind,
      subject,
      severity,
      openedAt,
      closedAt,
      closedAt === null ? null : "recovered",
      deviceId,
      sensorId,
      title,
    ],
  );
  await database.query(
    `insert into alert_states (household_id, kind, subject, version, state, updated_at)
     values ($1, $2, $3, 1, $4, $5)`,
    [householdId, kind, subject, JSON.stringify(state), openedAt],
  );
  await database.query(
    `insert into findings (alert_id, household_id, sequence, finding, at, tell_at, notified_at)
     values ($1, $2, 0, $3, $4, $4, $4)`,
    [id, householdId, JSON.stringify(finding), openedAt],
  );
  return { id, subject };
}
