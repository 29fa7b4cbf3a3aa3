import { beforeEach, describe, expect, test } from "vitest";
import { SESSIONS } from "../../functions/account/session-routes.ts";
import { SIGN_IN } from "../../functions/account/sign-in-routes.ts";
import { COMPANION } from "../../functions/companion/app.ts";
import { v1App } from "../../functions/v1/app.ts";
import { DEVICES } from "../../functions/v1/device-routes.ts";
import { KEYS } from "../../functions/v1/household-routes.ts";
import { newSecret } from "../../lib/kernel/secret.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { askForCode } from "../support/account.ts";
import { DOCUMENT } from "../support/documented.ts";
import {
  addApiKey,
  addDevice,
  addHome,
  addMember,
  addShareLink,
  type TestMember,
} from "../support/fixtures.ts";
import { type Group, openHouse } from "../support/house.ts";
import { closedLimiter, cryptoRandom } from "../support/services.ts";

const TABLES = { ...SIGN_IN, ...SESSIONS, ...COMPANION, ...KEYS, ...DEVICES };

let home: string;
let owner: TestMember;
let viewer: TestMember;
let cookie: string;
let viewers: string;

const house = await openHouse();
beforeEach(async () => {
  house.clock.advance(3_700_000);
  home = await addHome(house.database, "A home");
  owner = await addMember(house.database, home);
  viewer = await addMember(house.database, home, "viewer");
  cookie = await house.as(owner);
  viewers = await house.as(viewer);
  house.services.reports.length = 0;
});

const JSON_TYPE = { "Content-Type": "application/json" };
const send = (method: string, path: string, body?: unknown, as: string | null = cookie) =>
  house.call(method, path, { cookie: as, headers: JSON_TYPE, ...(body === undefined ? {} : { body }) });
const lines = () => house.services.reports.filter(({ event }) => event === "security");
const last = () => lines().at(-1);

type Entry = { action: string; ip: string | null; details: Record<string, unknown> };
const activity = async (as = cookie) =>
  (
    (await (await send("GET", "/acts/activity?limit=1000", undefined, as)).json()) as {
      activity: Entry[];
    }
  ).activity;

describe("the security log has one line for", () => {
  test("a sign-in, with the request's id, and for each that failed", async () => {
    const { code, challenge, link } = await askForCode(house, owner.email);
    const body = { email: owner.email, code: code === "000000" ? "000001" : "000000", challenge };
    const failed = await send("POST", "/api/account/sign-in/code", body, null);
    expect(last()).toMatchObject({
      level: "warn",
      act: "sign_in_failed",
      route: "POST /api/account/sign-in/code",
      status: 401,
      request_id: failed.headers.get("X-Request-Id"),
      ip: "203.0.113.7",
      reason: "bad_sign_in",
    });
    await send("POST", "/api/account/sign-in/code", { ...body, code }, null);
    expect(last()).toMatchObject({ level: "info", act: "signed_in", ip: "203.0.113.7" });
    await send("POST", "/api/account/sign-in/link", { token: link }, null);
    expect(last()).toMatchObject({ act: "sign_in_failed", route: "POST /api/account/sign-in/link" });
    expect(lines()).toHaveLength(3);
  });

  test("a secret created, revealed, rotated and revoked, by whom and in which home", async () => {
    const { id } = await addDevice(house.database, home);
    const key = await send("POST", "/api/v1/share-links", { scope: "live" });
    const { share_link } = (await key.json()) as { share_link: { id: string } };
    await send("POST", `/api/v1/devices/${id}/rotate-ingest-key`, {});
    await send("POST", "/api/devices/reveal-ingest-key", { device_id: id });
    await send("DELETE", `/api/v1/share-links/${share_link.id}`);
    expect(lines().map(({ act }) => act)).toEqual([
      "secret_created",
      "secret_rotated",
      "secret_revealed",
      "secret_revoked",
    ]);
    for (const line of lines())
      expect(line).toMatchObject({
        household_id: home,
        actor_type: "user",
        actor_id: owner.userId,
        ip: "203.0.113.7",
      });
  });

  test("a refusal of a right and a limit that was hit", async () => {
    await send("PATCH", "/api/v1/household", { name: "Theirs" }, viewers);
    expect(last()).toMatchObject({
      level: "warn",
      act: "right_refused",
      reason: "role_forbids",
      actor_id: viewer.userId,
      household_id: home,
      route: "PATCH /api/v1/household",
    });
    const app = v1App({ ...house.services, limiter: closedLimiter });
    await house.call("GET", "/api/v1/household", { cookie, app });
    expect(last()).toMatchObject({ act: "limit_hit", reason: "rate_limited", household_id: home });
  });

  test("a token of the right form that nobody knows, at every door, and none of it is in the line", async () => {
    const secret = (type: keyof typeof SECRET_TYPES) => newSecret(SECRET_TYPES[type], cryptoRandom);
    const [api, inbound, share, ingest] = [
      secret("apiKey"),
      secret("inboundToken"),
      secret("shareToken"),
      secret("ingestKey"),
    ];
    const session = secret("session");
    const at = (group: Group, method: string, path: string, headers = {}) =>
      house.apps[group].request(path, {
        method,
        headers,
        ...(method === "POST" ? { body: '{"action":"status","temp1":50}' } : {}),
      });
    const doors: [string, () => Promise<Response> | Response][] = [
      ["key", () => at("v1", "GET", "/api/v1/devices", { Authorization: `Bearer ${api}` })],
      ["inb", () => at("inbound", "POST", `/api/inbound/${inbound}`)],
      ["shr", () => at("share", "GET", `/api/share/${share}/latest`)],
      ["ing", () => at("ingest", "POST", `/api/ingest/${ingest}`)],
      ["ses", () => at("account", "GET", "/api/account/session", { Cookie: `__Host-session=${session}` })],
    ];
    for (const [type, knock] of doors) {
      await knock();
      expect(last()).toMatchObject({ level: "warn", act: "token_unknown", secret_type: type });
    }
    expect(lines()).toHaveLength(doors.length);
    const said = JSON.stringify(house.services.reports);
    for (const one of [api, inbound, share, ingest, session]) expect(said).not.toContain(one);
  });

  test("nothing else: what is read, saved or shared writes none", async () => {
    const token = await addShareLink(house.database, home);
    await send("GET", "/api/v1/household");
    await send("PATCH", "/api/v1/household", { name: "Another" });
    await house.apps.share.request(`/api/share/${token}/latest`);
    await send("GET", "/api/account/session", undefined, null);
    expect(lines()).toEqual([]);
  });
});

test("every route that answers with a secret is logged", () => {
  const secrets = /"(secret|token|ingest_key|access_token|signing_secret)"/;
  type Operation = { operationId: string; responses: Record<string, unknown> };
  const paths = DOCUMENT.paths as Record<string, Record<string, Operation>>;
  const told = Object.entries(TABLES).flatMap(([id, { log }]) => (log === undefined ? [] : [id]));
  const telling = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ responses }) => secrets.test(JSON.stringify(resolved(responses))))
    .map(({ operationId }) => operationId);
  expect(telling.length).toBeGreaterThan(4);
  expect(telling.filter((id) => !told.includes(id))).toEqual([]);
});

/** Returns the success responses with the schemas that they refer to. */
function resolved(responses: Record<string, unknown>): unknown {
  const schemas = (DOCUMENT.components as { schemas: Record<string, unknown> }).schemas;
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const text = JSON.stringify(good);
  const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = ""]) => schemas[name]);
  return [good, names];
}

describe("the household sees in its activity", () => {
  test("wrong codes for its people, refusals and limits", async () => {
    const { code, challenge } = await askForCode(house, owner.email);
    const body = { email: owner.email, code: code === "000000" ? "000001" : "000000", challenge };
    await send("POST", "/api/account/sign-in/code", body, null);
    for (let times = 0; times < 5; times += 1)
      await send("PATCH", "/api/v1/household", { name: "Theirs" }, viewers);
    const key = await addApiKey(house.database, home, { scope: "read" });
    await house.apps.v1.request("/api/v1/devices", {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
      body: "{}",
    });
    const entries = await activity();
    expect(entries.map(({ action }) => action)).toEqual(["right_refused", "right_refused", "sign_in_failed"]);
    expect(entries[1]).toMatchObject({ details: { reason: "role_forbids", method: "PATCH" } });
  });

  test("the callers' addresses only as an owner or a manager", async () => {
    await send("PATCH", "/api/v1/household", { name: "Another" });
    const manager = await house.as(await addMember(house.database, home, "manager"));
    const member = await house.as(await addMember(house.database, home, "member"));
    const ips = async (as: string) => (await activity(as)).map(({ ip }) => ip);
    expect([await ips(cookie), await ips(manager)]).toEqual([["203.0.113.7"], ["203.0.113.7"]]);
    expect([await ips(member), await ips(viewers)]).toEqual([[null], [null]]);
  });
});

test("a home's activity is not flooded by one person: sixty entries an hour of the same act, the others counted in the newest", async () => {
  for (let times = 1; times <= 75; times += 1)
    await send("PATCH", "/api/v1/household", { name: `Name ${times}` });
  await send(
    "PATCH",
    "/api/v1/household",
    { name: "Mine" },
    await house.as(await addMember(house.database, home)),
  );
  const entries = await activity();
  expect(entries).toHaveLength(61);
  expect(entries[1]?.details).toMatchObject({ changed: "name", folded: 15 });
  house.clock.advance(3_600_000);
  await send("PATCH", "/api/v1/household", { name: "Later" });
  expect(await activity()).toHaveLength(62);
});
