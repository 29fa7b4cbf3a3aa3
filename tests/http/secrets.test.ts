import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { askForCode, mailTo } from "../support/account.ts";
import { headersFor } from "../support/answering.ts";
import { newPuck, renewedPair, sign } from "../support/companion.ts";
import { addApiKey } from "../support/fixtures.ts";
import { appFor, type Group, openHouse, routesOf } from "../support/house.ts";
import { everyRow, foundInRows, foundInTexts } from "../support/secret-hunt.ts";

/** These show a feed's URL to callers who may change it, such as Ada and her key. */
const SHOWS_FEEDS = /\/(pull-setup|feeds)$/;
const secrets: Record<string, string> = {};
/** The answers of all calls except those that show a secret. */
const said: string[] = [];

/** Creates and uses the secrets of all groups but account, which has its own test; then searches for them. */
const house = await openHouse();
const key = await addApiKey(house.database, house.home);
await makeAtV1();
await makeAtAccount();
await makeAtCompanion();
await makeAtPublic();
await askEverything();

async function ask(group: Group, line: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = "", path = ""] = line.split(" ");
  return await appFor(house, path).request(path, {
    method,
    headers: { "CF-Connecting-IP": "203.0.113.7", ...headersFor(group, house, key), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/** First makes the database fail at the first, second and third call, whose errors must not reveal their content. */
async function make(...call: Parameters<typeof ask>): Promise<Record<string, string>> {
  for (const passed of [0, 1, 2, 3]) {
    for (let at = 0; at < passed; at += 1) house.database.failNext({ kind: "delay", ms: 0 });
    if (passed < 3) house.database.failNext({ kind: "pg_error", code: "22000", message: "made to fail" });
    const answer = await ask(...call);
    const text = await answer.text();
    if (!answer.ok) said.push(text);
    // Uses up faults of calls that didn't happen.
    for (let at = 0; at < 4; at += 1) await ask("v1", "GET /api/v1/devices");
    if (answer.ok) return JSON.parse(text) as Record<string, string>;
  }
  return (await (await ask(...call)).json()) as Record<string, string>;
}

async function makeAtV1(): Promise<void> {
  const idempotent = { "Idempotency-Key": "the-key-of-the-request" };
  const made = await make("v1", "POST /api/v1/devices", { name: "Attic" }, idempotent);
  secrets["ingest key"] = made.ingest_key ?? "";
  const again = await (await ask("v1", "POST /api/v1/devices", { name: "Attic" }, idempotent)).json();
  expect(again).toMatchObject({ ingest_key: secrets["ingest key"] });
  said.push(await (await ask("ingest", `POST /api/ingest/${secrets["ingest key"]}`, { temp1: 20 })).text());
  secrets["API key"] = key;
}

async function makeAtAccount(): Promise<void> {
  const link = await make("account", "POST /api/v1/share-links", { scope: "metrics" });
  secrets["share token"] = link.token ?? "";
  for (const page of ["latest", "readings", "metrics"])
    said.push(await (await ask("share", `GET /api/share/${link.token}/${page}`)).text());
  const wish = { name: "Button", with_signing_secret: true };
  const { token = "", signing_secret = "" } = await make("account", "POST /acts/inbound-tokens", wish);
  Object.assign(secrets, { "inbound token": token, "signing secret": signing_secret });
  const body = JSON.stringify({ action: "status" });
  const signature = createHmac("sha256", signing_secret).update(body).digest("hex");
  const used = await ask("inbound", `POST /api/inbound/${token}`, body, { "X-Service-Signature": signature });
  expect(used.status).toBe(200);
  said.push(await used.text());
  said.push(await (await ask("inbound", `POST /api/inbound/${token}`, body)).text());
  secrets["key of a feed"] = "hush-of-the-feed";
  const url = `https://feeds.example.com/state.json?key=${secrets["key of a feed"]}`;
  await make("account", "POST /api/v1/pull-setup", { feeds: [{ id: "keyed", url }] });
  await make("account", "POST /acts/invitations", { email: "guest@example.com", role: "viewer" });
  const invitation = await mailTo(house, "guest@example.com");
  const [linked] = /hw_\w+/.exec(invitation?.text ?? "") ?? [];
  if (linked !== undefined) secrets.invitation = linked;
}

async function makeAtCompanion(): Promise<void> {
  const { code, link, challenge } = await askForCode(house, "ada@example.com");
  Object.assign(secrets, { code, link, challenge });
  const signIn = { email: "ada@example.com", code, challenge };
  const pair = (await (await ask("companion", "POST /api/companion/session", signIn)).json()) as Record<
    string,
    string
  >;
  const { access_token = "", refresh_token = "" } = pair;
  Object.assign(secrets, { "access token": access_token, "refresh token": refresh_token });
  const phone = { Authorization: `Bearer ${access_token}`, "X-SB-Refresh-Token": refresh_token };
  const puck = newPuck();
  secrets["puck secret"] = puck.secret.toString("hex");
  const registration = { device_id: puck.deviceId, secret: secrets["puck secret"] };
  said.push(JSON.stringify(await make("companion", "POST /api/pucks/register", registration)));
  const { nonce = "" } = await make("companion", "POST /api/pucks/claim/start", { device_id: puck.deviceId });
  secrets.nonce = nonce;
  secrets.hmac = sign(puck, nonce);
  const proof = { device_id: puck.deviceId, nonce, hmac: secrets.hmac };
  said.push(await (await ask("companion", "POST /api/pucks/claim/finish", proof)).text());
  house.clock.advance(16 * 60_000);
  const renewed = renewedPair(await ask("companion", "GET /api/pucks", undefined, phone));
  secrets["renewed access token"] = renewed?.accessToken ?? "";
  secrets["renewed refresh token"] = renewed?.refreshToken ?? "";
}

async function makeAtPublic(): Promise<void> {
  said.push(
    await (await ask("public", "POST /api/status/subscribe", { email: "reader@example.com" })).text(),
  );
  const mail = JSON.stringify(await mailTo(house, "reader@example.com"));
  secrets["confirm token"] = /\/confirm\/(\w+)/.exec(mail)?.[1] ?? "";
  secrets["unsubscribe token"] = /\/unsubscribe\/(\w+)/.exec(mail)?.[1] ?? "";
  said.push(await (await ask("public", `POST /api/status/confirm/${secrets["confirm token"]}`)).text());
}

/** Calls every route that reads, and sends every secret in wrong places: a path, a query, a header, a body. */
async function askEverything(): Promise<void> {
  house.clock.set("2026-11-20T10:05:00Z");
  for (const group of Object.keys(house.apps) as Group[]) {
    for (const line of routesOf(house.apps[group]).filter((one) => one.startsWith("GET "))) {
      const text = await (await ask(group, line.replace(/:\w+/, "unknown0"))).text();
      if (!SHOWS_FEEDS.test(line)) said.push(text);
    }
    for (const secret of Object.values(secrets)) {
      const lost = ["v1/devices", "share", "inbound", "account/sessions", "bays", "ingest", "cron"];
      for (const path of lost)
        said.push(await (await ask(group, `POST /api/${path}/${secret}x`, { name: secret })).text());
    }
  }
  for (const secret of Object.values(secrets)) {
    house.database.failNext({ kind: "pg_error", code: "22000", message: "made to fail" });
    said.push(
      await (await ask("v1", `GET /api/v1/readings?key=${secret}&sensor_id=${secret.slice(0, 64)}`)).text(),
    );
    said.push(await (await ask("companion", "POST /api/pucks/claim/start", { device_id: secret })).text());
    said.push(
      await (await ask("cron", "POST /api/cron/dispatch", {}, { Authorization: `Bearer ${secret}` })).text(),
    );
  }
}

test("every secret was made", () => {
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThanOrEqual(6);
  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(16);
  expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
});

test("none stands in any table, neither in clear nor as its bytes", async () => {
  const rows = await everyRow(house.database);
  expect(rows.length).toBeGreaterThan(20);
  expect(foundInRows(secrets, rows)).toEqual([]);
});

test("none is in an answer but the one that shows it, nor in a line of the log", () => {
  expect(house.services.reports.length).toBeGreaterThan(10);
  expect(
    foundInTexts(secrets, [...said, ...house.services.reports.map((report) => JSON.stringify(report))]),
  ).toEqual([]);
});

test("the hunt finds what there is to find", async () => {
  const rows = await everyRow(house.database);
  const { name = "" } =
    (await house.database.sql<{ name: string }>`select name from devices limit 1`)[0] ?? {};
  expect(foundInRows({ "a device": name }, rows)).toContain("a device in devices");
  expect(foundInTexts({ "a greeting": "Hearthwatch" }, said)).toEqual(["a greeting"]);
});
