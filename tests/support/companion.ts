import { createHmac, randomBytes } from "node:crypto";
import { companionApp } from "../../functions/companion/app.ts";
import { verifyHmac } from "../../lib/kernel/runtime.vendor.ts";
import { newId } from "../../lib/kernel/secret.ts";
import { byteaText, secretHash } from "../../lib/kernel/statements.queries.ts";
import { companionSessionEnd, newTokenPair, pairTimes, type TokenPair } from "../../lib/pucks/claim.ts";
import { ID_PREFIXES, type Role } from "../../schema/vocabulary.ts";
import { openAccount } from "./account.ts";
import type { Queryable } from "./database.ts";
import { addHome, addMember, type TestMember } from "./fixtures.ts";
import { cryptoRandom } from "./services.ts";

export type Phone = TokenPair & { sessionId: string };

type CompanionCall = {
  phone?: TokenPair | null;
  body?: unknown;
  headers?: Record<string, string>;
  app?: ReturnType<typeof companionApp>;
};

/** Adds a member's phone, signed in `at`. */
export async function addPhone(
  database: Queryable,
  { userId, householdId }: TestMember,
  at: Date,
): Promise<Phone> {
  const pair = newTokenPair(cryptoRandom);
  const sessionId = newId(ID_PREFIXES.companionSession, cryptoRandom);
  const { accessExpiresAt, refreshExpiresAt } = pairTimes(at);
  const access = byteaText(await secretHash(pair.accessToken));
  await database.sql`
    insert into companion_sessions (id, user_id, household_id, access_hash, access_expires_at, device_label,
    last_used_at, ends_at, created_at) values (${sessionId}, ${userId}, ${householdId}, ${access},
    ${accessExpiresAt}, 'a phone', ${at}, ${companionSessionEnd(at)}, ${at})`;
  await database.sql`
    insert into companion_refresh_tokens (token_hash, session_id, expires_at)
    values (${byteaText(await secretHash(pair.refreshToken))}, ${sessionId}, ${refreshExpiresAt})`;
  return { ...pair, sessionId };
}

export const headersOf = ({ accessToken, refreshToken }: TokenPair): Record<string, string> => ({
  Authorization: `Bearer ${accessToken}`,
  "X-SB-Refresh-Token": refreshToken,
});

/** Returns the new pair of tokens in a response, or null. */
export function renewedPair({ headers }: Response): TokenPair | null {
  const [accessToken, refreshToken] = [headers.get("X-SB-Access-Token"), headers.get("X-SB-Refresh-Token")];
  return accessToken === null || refreshToken === null ? null : { accessToken, refreshToken };
}

/** Opens Ada's phone in her Pro home and Cleo's in her Free one, with calls from them. */
export async function openCompanion(start = "2026-11-20T10:00:00Z") {
  const account = await openAccount(start);
  const { database, clock } = account;
  const services = { ...account.services, verifyHmac };
  const app = companionApp(services);
  const phone = await addPhone(database, account.ada, clock());
  const otherPhone = await addPhone(database, account.cleo, clock());
  const call = async (method: string, path: string, options: CompanionCall = {}) => {
    const { phone: as = phone, body, headers = {} } = options;
    return (options.app ?? app).request(path, {
      method,
      headers: { "CF-Connecting-IP": "203.0.113.7", ...(as === null ? {} : headersOf(as)), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  };
  /** Creates another home, whose limits and lists start empty. */
  const newHome = async (role: Role = "owner") => {
    const home = await addHome(database, "A home");
    const member = await addMember(database, home, role);
    return { home, member, phone: await addPhone(database, member, clock()) };
  };
  return { ...account, services, companion: app, phone, otherPhone, tell: call, newHome };
}

export type Companion = Awaited<ReturnType<typeof openCompanion>>;

export type TestPuck = { deviceId: string; secret: Buffer };

export const newPuck = (): TestPuck => ({
  deviceId: `puck-${randomBytes(6).toString("hex")}`,
  secret: randomBytes(32),
});

/** Returns a puck's answer to a nonce after a press of its button. */
export const sign = ({ secret }: Pick<TestPuck, "secret">, nonce: string): string =>
  createHmac("sha256", secret).update(nonce).digest("hex");

/** Registers a puck in the phone's home. */
export async function registerPuck({ tell }: Companion, phone: TokenPair): Promise<TestPuck> {
  const puck = newPuck();
  const body = { device_id: puck.deviceId, secret: puck.secret.toString("hex") };
  const { status } = await tell("POST", "/api/pucks/register", { phone, body });
  if (status !== 201) throw new Error(`register answered ${status}`);
  return puck;
}

export async function startClaim({ tell }: Companion, phone: TokenPair, puck: TestPuck): Promise<string> {
  const answer = await tell("POST", "/api/pucks/claim/start", { phone, body: { device_id: puck.deviceId } });
  const { nonce } = (await answer.json()) as { nonce?: string };
  if (nonce === undefined) throw new Error(`start answered ${answer.status}`);
  return nonce;
}

/** Claims a bay of the phone's home with a new puck. */
export async function claimBay(companion: Companion, phone: TokenPair, more: object = {}): Promise<string> {
  const puck = await registerPuck(companion, phone);
  const nonce = await startClaim(companion, phone, puck);
  const body = { device_id: puck.deviceId, nonce, hmac: sign(puck, nonce), ...more };
  const answer = await companion.tell("POST", "/api/pucks/claim/finish", { phone, body });
  return ((await answer.json()) as { bay: { bay_id: string } }).bay.bay_id;
}
