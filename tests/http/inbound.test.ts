import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { inboundApp } from "../../functions/inbound/app.ts";
import { verifyHmac } from "../../lib/kernel/runtime.vendor.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { SIGNATURE_HEADERS } from "../../lib/sharing/inbound/signature.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { answerOf } from "../support/api.ts";
import { openTestDatabase } from "../support/database.ts";
import { addAlert, addDevice, addHome, addInboundToken, type TestInboundToken } from "../support/fixtures.ts";
import type { TestServices } from "../support/services.ts";
import { closedLimiter, cryptoRandom, serverVault, testClock, testServices } from "../support/services.ts";

const SECRET = "the bedside button's signing secret";
const START = "2026-11-20T10:00:00.000Z";
const SECONDS = Date.parse(START) / 1_000;

const clock = testClock(START);
let home: string;
let open: TestInboundToken;
let signed: TestInboundToken;

const database = await openTestDatabase();
const services: TestServices = {
  ...testServices(database, clock),
  serverVault,
  verifyHmac,
  signatureHeaders: SIGNATURE_HEADERS,
  edge: "cloudflare",
};
beforeEach(async () => {
  clock.set(START);
  home = await addHome(database);
  open = await addInboundToken(database, home);
  signed = await addInboundToken(database, home, { vault: serverVault, signingSecret: SECRET });
});

type Sent = { headers?: Record<string, string>; app?: ReturnType<typeof inboundApp>; path?: string };

const send = (token: string, body: BodyInit | null, { headers = {}, app, path = "inbound" }: Sent = {}) =>
  (app ?? inboundApp(services)).request(`/api/${path}/${token}`, {
    method: "POST",
    headers: { "CF-Connecting-IP": "203.0.113.9", ...headers },
    ...(body === null ? {} : { body }),
  });

const act = (token: string, wish: unknown, sent: Sent = {}) =>
  answerOf<Answer>(send(token, JSON.stringify(wish), sent));

type Answer = { ok: true; action: string; status: Record<string, unknown>; error?: string };

const mac = (content: string, secret = SECRET) => createHmac("sha256", secret).update(content).digest();

const modes = async () => {
  const [row] = await database.sql<Record<string, Date | null>>`
    select snoozed_until, vacation_since, vacation_until from households where id = ${home}`;
  return row;
};

const logged = () =>
  database.sql`
    select action, actor_type, actor_id, details, ip from activity where household_id = ${home} order by id`;

describe("an action", () => {
  test("snoozes, and says how the home is", async () => {
    await addDevice(database, home);
    const openedAt = new Date("2026-11-20T09:00:00.123Z");
    const { id } = await addAlert(database, home, {
      kind: "leak",
      severity: "critical",
      openedAt,
      title: "Sump",
    });
    await addAlert(database, home, { openedAt, closedAt: new Date("2026-11-20T09:30:00Z") });
    expect(await act(open.token, { action: "snooze", hours: 2 })).toEqual({
      status: 200,
      body: {
        ok: true,
        action: "snooze",
        status: {
          snoozed_until: "2026-11-20T12:00:00.000Z",
          vacation_until: null,
          on_vacation: false,
          active_alerts: [
            {
              id,
              kind: "leak",
              severity: "critical",
              title: "Sump",
              acknowledged: false,
              opened_at: "2026-11-20T09:00:00.123Z",
            },
          ],
          devices: { total: 1, offline: 0 },
        },
      },
    });
    expect(await modes()).toMatchObject({
      snoozed_until: new Date("2026-11-20T12:00:00Z"),
      vacation_since: null,
    });
  });

  test("counts no device as offline that is as slow as it usually is", async () => {
    const { id } = await addDevice(database, home);
    await database.sql`
      update devices set last_seen_at = '2026-11-20T08:00:00Z', recent_gaps = '{14400,14400,14400,14400}'
      where id = ${id}`;
    const silent = await addDevice(database, home);
    await database.sql`update devices set last_seen_at = '2026-11-20T01:00:00Z' where id = ${silent.id}`;
    await addDevice(database, home);
    const { status } = (await act(open.token, { action: "status" })).body;
    expect(status.devices).toEqual({ total: 3, offline: 1 });
  });

  test("snoozes for thirty days at most, and no moment longer", async () => {
    const until = "2026-12-20T10:00:00.000Z";
    const { status } = (await act(open.token, { action: "snooze", hours: 8_760 })).body;
    expect(status.snoozed_until).toBe(until);
    expect(await logged()).toMatchObject([{ details: { hours: 720 } }]);
    clock.set(until);
    expect((await act(open.token, { action: "status" })).body.status.snoozed_until).toBeNull();
  });

  test("makes a vacation longer from where it began, and one anew that is over", async () => {
    await act(open.token, { action: "vacation", hours: 24 });
    clock.advance(3_600_000);
    await act(open.token, { action: "vacation", hours: 48 });
    const end = new Date("2026-11-22T11:00:00Z");
    expect(await modes()).toMatchObject({ vacation_since: new Date(START), vacation_until: end });
    clock.set(end);
    expect((await act(open.token, { action: "status" })).body.status.on_vacation).toBe(false);
    await act(open.token, { action: "vacation" });
    expect(await modes()).toMatchObject({ vacation_since: end, vacation_until: null });
  });

  test("moves through the spec's states and back, each written into the home's activity", async () => {
    expect((await act(open.token, { action: "snooze" })).body.status.snoozed_until).toBe(
      "2026-11-20T14:00:00.000Z",
    );
    expect((await act(open.token, { action: "vacation" })).body.status).toMatchObject({
      on_vacation: true,
      vacation_until: null,
      snoozed_until: "2026-11-20T14:00:00.000Z",
    });
    expect((await act(open.token, { action: "vacation", hours: 24 })).body.status).toMatchObject({
      vacation_until: "2026-11-21T10:00:00.000Z",
    });
    expect((await act(open.token, { action: "clear_snooze" })).body.status.snoozed_until).toBeNull();
    expect((await act(open.token, { action: "clear_vacation" })).body.status.on_vacation).toBe(false);
    expect((await act(open.token, { action: "status" })).body).toMatchObject({ ok: true, action: "status" });
    expect(await modes()).toEqual({ snoozed_until: null, vacation_since: null, vacation_until: null });
    const actor = { actor_type: "inbound_token", actor_id: open.id, ip: "203.0.113.9" };
    expect(await logged()).toEqual([
      { ...actor, action: "snoozed", details: { hours: 4 } },
      { ...actor, action: "vacation_started", details: { hours: null } },
      { ...actor, action: "vacation_started", details: { hours: 24 } },
      { ...actor, action: "snooze_cleared", details: {} },
      { ...actor, action: "vacation_cleared", details: {} },
    ]);
  });
});

describe("a token", () => {
  test("that can't be one is a 401 without a database call", async () => {
    database.resetCalls();
    const other = newSecret(SECRET_TYPES.apiKey, cryptoRandom);
    for (const token of ["x", `${open.token}0`, other, `${open.token.slice(0, -1)}!`, "%00"]) {
      const { status, body } = await act(token, { action: "status" });
      expect([token, status, body]).toEqual([token, 401, { error: "Invalid token" }]);
    }
    expect(database.calls()).toBe(0);
  });

  test("that is unknown or revoked is the same 401, whatever the body", async () => {
    const revoked = await addInboundToken(database, home, { revokedAt: new Date() });
    const unknown = newSecret(SECRET_TYPES.inboundToken, cryptoRandom);
    for (const token of [revoked.token, unknown]) {
      expect(await answerOf(send(token, "rubbish"))).toEqual({
        status: 401,
        body: { error: "Invalid token" },
      });
    }
  });

  test("of a home on Free is a 403 once it has shown who it is, and works while the trial runs", async () => {
    await database.sql`update households set plan = 'free' where id = ${home}`;
    expect(await answerOf(send(open.token, "rubbish"))).toEqual({
      status: 403,
      body: { error: "The Pro plan is required" },
    });
    expect((await act(signed.token, { action: "status" })).status).toBe(401);
    await database.sql`update households set trial_ends_at = ${"2026-11-20T10:00:01Z"} where id = ${home}`;
    expect((await act(open.token, { action: "status" })).status).toBe(200);
  });

  test("used more than 30 times a minute is a 429, and others are not", async () => {
    const policies: unknown[] = [];
    const app = inboundApp({
      ...services,
      limiter: async (policy, subject) => {
        policies.push([policy, subject.includes(open.token)]);
        return closedLimiter(policy, subject);
      },
    });
    const response = await send(open.token, "{}", { app });
    expect([response.status, response.headers.get("Retry-After")]).toEqual([429, "17"]);
    expect(policies).toEqual([
      [expect.objectContaining({ name: "inbound", limit: 30, windowSeconds: 60 }), false],
    ]);
  });
});

describe("a signature", () => {
  const body = '{"action":"snooze","hours":3}';
  const status = async (headers: Record<string, string>, token = signed.token) =>
    (await send(token, body, { headers })).status;

  test("that is wrong in any way is one and the same 401, and changes nothing", async () => {
    const hex = mac(body).toString("hex");
    const wrong: Record<string, string>[] = [
      {},
      { "X-Service-Signature": mac(body, "another secret").toString("hex") },
      { "X-Service-Signature": mac(`${body} `).toString("hex") },
      { "X-Service-Signature": hex, "X-SB-Signature": hex },
      { "X-Service-Signature": `t=${SECONDS},v1=${hex}` },
      { "X-Service-Signature": `t=${SECONDS - 301},v1=${mac(`${SECONDS - 301}.${body}`).toString("hex")}` },
      { "X-Hub-Signature-256": `sha256=${hex}` },
    ];
    for (const headers of wrong) {
      const response = await send(signed.token, body, { headers });
      expect([headers, response.status, await response.json()]).toEqual([
        headers,
        401,
        { error: "Invalid signature" },
      ]);
    }
    expect(await modes()).toMatchObject({ snoozed_until: null });
    expect(await logged()).toEqual([]);
  });

  test("whose secret can't be unsealed any more is refused, not waved through", async () => {
    await database.sql`update inbound_tokens set sealed_signing_secret = 'v1.gone' where id = ${signed.id}`;
    expect(await status({ "X-Service-Signature": mac(body).toString("hex") })).toBe(401);
    expect(services.reports.findLast(({ event }) => event === "inbound_signature_refused")).toMatchObject({
      event: "inbound_signature_refused",
      reason: "secret_unreadable",
    });
  });
});

describe("a replay", () => {
  const timed = (body: string, seconds = SECONDS) => ({
    "X-Service-Signature": `t=${seconds},v1=${mac(`${seconds}.${body}`).toString("hex")}`,
  });
  const snooze = '{"action":"snooze","hours":1}';

  test("with a timestamp is answered and does nothing, as long as the timestamp is good", async () => {
    const headers = timed(snooze, SECONDS + 300);
    expect((await send(signed.token, snooze, { headers })).status).toBe(200);
    await act(open.token, { action: "clear_snooze" });
    for (const later of [1, 59, 61, 300, 600]) {
      clock.set(new Date((SECONDS + later) * 1_000));
      const { status, body } = await answerOf<Answer>(send(signed.token, snooze, { headers }));
      expect([later, status, body.ok, body.status.snoozed_until]).toEqual([later, 200, true, null]);
    }
    expect(await logged()).toHaveLength(2);
    clock.set(new Date((SECONDS + 601) * 1_000));
    expect((await send(signed.token, snooze, { headers })).status).toBe(401);
  });

  test("sent many times at once acts once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(signed.token, snooze, { headers: timed(snooze) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await logged()).toHaveLength(1);
  });

  test("without a timestamp is a snooze of the last minute, after which it is a new one", async () => {
    const headers = { "X-Service-Signature": mac(snooze).toString("hex") };
    const until = async () => {
      const { body } = await answerOf<Answer>(send(signed.token, snooze, { headers }));
      return body.status.snoozed_until;
    };
    expect(await until()).toBe("2026-11-20T11:00:00.000Z");
    clock.advance(59_000);
    expect(await until()).toBe("2026-11-20T11:00:00.000Z");
    clock.advance(1_000);
    expect(await until()).toBe("2026-11-20T11:01:00.000Z");
    expect(await logged()).toHaveLength(2);
  });

  test("without a timestamp is known of a snooze alone", async () => {
    const vacation = '{"action":"vacation"}';
    const headers = { "X-Service-Signature": mac(vacation).toString("hex") };
    for (const _ of [1, 2]) expect((await send(signed.token, vacation, { headers })).status).toBe(200);
    expect(await logged()).toHaveLength(2);
  });
});
