import { afterEach, expect, test } from "vitest";
import { linkUrl } from "../../lib/outbox/links/tokens.ts";
import { askForCode, mailTo } from "../support/account.ts";
import { answering, OPERATION_IDS } from "../support/answering.ts";
import { newAuthenticator } from "../support/authenticator.ts";
import { operationFor } from "../support/documented.ts";
import { addAlert, addApiKey, addDevice, addInboundToken, addShareLink } from "../support/fixtures.ts";
import { furnish } from "../support/furnished-house.ts";
import { openHouse } from "../support/house.ts";
import { addAlertLink } from "../support/outsiders.ts";
import { COMPANION_RIGHTS, SESSION_RIGHTS } from "../support/rights.ts";
import { BASE_URL } from "../support/services.ts";

/** Operations that never succeed here. Trying a feed needs a feed: tests/http/feed-trial.test.ts has one. */
const NEVER = ["ingest.missingKey", "feeds.try", "jobs.tryFeed"];

/** An owner's session doesn't suffice for these. The table of rights has who may read them. */
const NEEDS_MORE = /\/admin\/|export|callout/;

const house = await openHouse();
const calls = answering(house, await addApiKey(house.database, house.home));
const device = await addDevice(house.database, house.home);

/** Each success matches the document, without additional fields. */
afterEach(() => {
  expect(calls.wrong.splice(0)).toEqual([]);
});

test("ingest", async () => {
  const body = { temp1: 38, humidity1: 50, door1: true, battery: 90, rssi: -60 };
  await calls.ask("ingest", `POST /api/ingest/${device.ingestKey}`, { body });
  const headers = { "X-Ingest-Key": device.ingestKey };
  await calls.ask("ingest", "POST /api/ingest/mqtt", { headers, body: { message: body } });
  await calls.ask("ingest", `GET /api/ingest/${device.ingestKey}?temp1=38`);
  const lines = { headers: { Authorization: `Token ${device.ingestKey}` }, body: "room temp1=38" };
  await calls.ask("ingest", "POST /api/v2/write", lines);
  await calls.ask("ingest", "POST /write", lines);
  await calls.ask("ingest", "GET /ping");
  for (const method of ["GET", "POST"]) await calls.ask("ingest", `${method} /query?q=CREATE+DATABASE+home`);
  house.clock.advance(60_000);
});

test("share", async () => {
  const token = await addShareLink(house.database, house.home, { scope: "history" });
  const metrics = await addShareLink(house.database, house.home, { scope: "metrics" });
  const latest = await calls.ask("share", `GET /api/share/${token}/latest?unit=C`);
  const held = { "If-None-Match": latest.headers.get("ETag") ?? "" };
  await calls.ask("share", `GET /api/share/${token}/latest?unit=C`, { headers: held });
  await calls.ask("share", `GET /api/share/${token}/readings`);
  await calls.ask("share", `GET /api/share/${metrics}/metrics`);
});

test("inbound", async () => {
  const { token } = await addInboundToken(house.database, house.home);
  for (const path of ["inbound", "webhooks/inbound"])
    await calls.ask("inbound", `POST /api/${path}/${token}`, { body: { action: "status" } });
});

test("signing in", async () => {
  const nobody = { Cookie: "" };
  const asked = { headers: nobody, body: { email: "new@example.com" } };
  await calls.ask("account", "POST /api/account/sign-in", asked);
  const { code, challenge } = await askForCode(house, "new@example.com");
  const byCode = { headers: nobody, body: { email: "new@example.com", code, challenge } };
  await calls.ask("account", "POST /api/account/sign-in/code", byCode);
  const { link } = await askForCode(house, "new@example.com");
  await calls.ask("account", "POST /api/account/sign-in/link", { headers: nobody, body: { token: link } });
});

test("signing in with a passkey", async () => {
  const authenticator = newAuthenticator(BASE_URL);
  const asked = await calls.read<{ options: never }>("account", "POST /api/account/passkey-options");
  const body = { name: "Phone", response: authenticator.create(asked.options) };
  await calls.ask("account", "POST /api/account/passkeys", { body });
  const headers = { Cookie: "" };
  const entry = await calls.ask("account", "POST /api/account/sign-in/passkey-options", { headers });
  const { options } = (await entry.json()) as { options: never };
  await calls.ask("account", "POST /api/account/sign-in/passkey", {
    headers: { Cookie: entry.headers.get("Set-Cookie")?.split(";")[0] ?? "" },
    body: { response: authenticator.get(options) },
  });
});

test("signing in to a companion", async () => {
  const { code, challenge } = await askForCode(house, "ada@example.com");
  const body = { email: "ada@example.com", code, challenge, household_id: house.home };
  await calls.ask("companion", "POST /api/companion/session", { body });
});

/** Calls everything that reads a home, with an entry in each list. */
test("what a furnished home has", async () => {
  const { ids, cookies } = await furnish(house);
  const named = { devices: ids.device, sensors: ids.sensor, alerts: ids.leak, rules: ids.rule } as const;
  const headers = { Cookie: cookies.owner, Authorization: "" };
  for (const { line, may } of SESSION_RIGHTS.filter((right) => right.line.startsWith("GET "))) {
    const kind = /\/(\w+)\/:id/.exec(line)?.[1];
    const id = named[kind as keyof typeof named];
    if (NEEDS_MORE.test(line) || !may.startsWith("y") || (kind !== undefined && id === undefined)) continue;
    await calls.ask("account", line.replace(":id", id ?? ""), { headers });
  }
});

test("public", async () => {
  for (const path of ["openapi.json", "health", "health/ready", "status", "status/feed"])
    await calls.ask("public", `GET /api/${path}`);
  await calls.ask("public", "GET /.well-known/hearthwatch-evidence.json");
  for (const format of ["", "?format=senml", "?format=homeassistant"])
    await calls.ask("public", `GET /api/feeds/example${format}`);
  await calls.ask("public", "POST /api/status/subscribe", { body: { email: "reader@example.com" } });
  const mail = await mailTo(house, "reader@example.com");
  const confirm = /\/api\/status\/confirm\/\w+/.exec(mail?.text ?? "")?.[0];
  const unsubscribe = /\/api\/status\/unsubscribe\/[\w.-]+/.exec(JSON.stringify(mail))?.[0];
  for (const link of [confirm, unsubscribe]) {
    await calls.ask("public", `GET ${link}`);
    await calls.ask("public", `POST ${link}`);
  }
  const claim = { householdId: house.home, email: "reader@example.com" };
  const decline = linkUrl("", "decline", await house.services.linkTokens.sign("decline", claim));
  await calls.ask("public", `GET ${decline}`);
  await calls.ask("public", `POST ${decline}`);
  await calls.ask("public", `POST ${decline}`, { headers: { Accept: "text/html" } });
  const { id } = await addAlert(house.database, house.home);
  const endsAt = new Date(house.clock().getTime() + 60_000);
  const link = { home: house.home, userId: house.ada.userId, alerts: [id], endsAt };
  const button = await addAlertLink(house.database, link);
  await calls.ask("public", `POST /api/channels/ntfy/${button}`);
});

test("cron", async () => {
  for (const job of ["collect-history", "maintenance", "weekly-digest", "dispatch"]) {
    for (const method of ["GET", "GET", "POST"]) await calls.ask("cron", `${method} /api/cron/${job}`);
  }
  await calls.ask("cron", "POST /api/cron/poll-shard?tick=2026-11-20T10:00:00Z");
  await calls.ask("cron", "POST /api/cron/judge-shard?tick=2026-11-20T10:00:00Z");
  await calls.ask("cron", "POST /api/cron/history-shard?after=0&up_to=9");
  await calls.ask("cron", "POST /api/cron/silent-clock");
});

test("the link that ends a report", async () => {
  const claim = { householdId: house.home, userId: house.ada.userId, kind: "weekly" } as const;
  const token = await house.services.linkTokens.sign("report", claim);
  await calls.ask("public", `GET /api/digest/unsubscribe/${token}`);
  await calls.ask("public", `POST /api/digest/unsubscribe/${token}`, { headers: { Accept: "text/html" } });
  await calls.ask("public", `POST /api/digest/unsubscribe/${token}`);
});

test("every operation of the document has succeeded once, here or in the table of rights", () => {
  const held = [...SESSION_RIGHTS, ...COMPANION_RIGHTS].filter(({ may }) => may.includes("y"));
  for (const { line } of held) {
    const [method = "", path = ""] = line.split(" ");
    calls.seen.add(String(operationFor(method, path)?.operationId));
  }
  const missing = OPERATION_IDS.filter((id) => !calls.seen.has(id) && !NEVER.includes(id));
  expect(missing).toEqual([]);
});
