import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { secretHash } from "../../lib/kernel/statements.queries.ts";
import { declineUrl, newAlertToken } from "../../lib/messages/links/tokens.ts";
import { askForCode, cookieOf, mailTo } from "../support/account.ts";
import { answering, OPERATION_IDS } from "../support/answering.ts";
import { BASE_URL } from "../support/api.ts";
import { newAuthenticator } from "../support/authenticator.ts";
import { newPuck, sign } from "../support/companion.ts";
import {
  addAlert,
  addApiKey,
  addDevice,
  addHome,
  addInboundToken,
  addMember,
  addShareLink,
} from "../support/fixtures.ts";
import { type House, openHouse } from "../support/house.ts";
import { aTakenCall } from "../support/makers.ts";

/** Operations that never succeed. */
/** A feed has to be there to be tried: tests/http/feed-trial.test.ts has one. */
const NEVER = ["ingest.missingKey", "feeds.try", "jobs.tryFeed"];

let house: House;
let calls: ReturnType<typeof answering>;
let device: { id: string; ingestKey: string };
let sensor: string;

beforeAll(async () => {
  house = await openHouse();
  calls = answering(house, await addApiKey(house.database, house.home));
  device = await addDevice(house.database, house.home);
});
afterAll(() => house.database.close());

/** Each success is what the document says, without a field more. */
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
  await calls.ask("ingest", "GET /query?q=SHOW+DATABASES");
  for (const method of ["GET", "POST"]) await calls.ask("ingest", `${method} /query?q=CREATE+DATABASE+home`);
  const [row] = await house.database.query<{ id: string }>("select id from sensors where key = 'temp1'");
  sensor = row?.id ?? "";
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

test("what one audience alone has of a home", async () => {
  await calls.ask("v1", "GET /api/v1/metrics");
  const feeds = [{ id: "barn", url: "https://barn.example.com/state.json" }];
  await calls.ask("account", "POST /api/user/pull-setup", { body: { feeds } });
  await calls.ask("account", "GET /api/user/pull-setup");
});

describe("the home's routes", () => {
  const [group, prefix] = ["v1", "/api/v1"] as const;
  test("devices and sensors", async () => {
    const body = { name: "Attic", space: "Attic" };
    const made = await calls.read<{ device: { id: string } }>(group, `POST ${prefix}/devices`, { body });
    const path = `${prefix}/devices/${made.device.id}`;
    await calls.ask(group, `GET ${prefix}/devices`);
    await calls.ask(group, `GET ${path}`);
    await calls.ask(group, `PATCH ${path}`, { body: { name: "Loft" } });
    await calls.ask(group, `POST ${path}/readings`, { body: { temp1: 38 } });
    await calls.ask(group, `POST ${path}/rotate-ingest-key`);
    await calls.ask(group, `DELETE ${path}`);
    const sensors = [{ id: sensor, label: "Crawl space" }];
    await calls.ask(group, `POST ${prefix}/devices/sensors-batch`, { body: { sensors } });
    await calls.ask(group, `PATCH ${prefix}/sensors/${sensor}`, { body: { visible: true } });
    await calls.ask(group, `GET ${prefix}/sensors/${sensor}`);
  });

  test("feeds and readings", async () => {
    const feeds = [{ id: "barn", url: "https://barn.example.com/state.json" }];
    const probes = [{ feedId: "barn", key: "temp1", label: "Barn" }];
    await calls.ask(group, `POST ${prefix}/pull-setup`, { body: { feeds, probes } });
    await calls.ask(group, `GET ${prefix}/pull-setup`);
    await calls.ask(group, `GET ${prefix}/feeds`);
    await calls.ask(group, `DELETE ${prefix}/feeds/barn`);
    await calls.ask(group, `GET ${prefix}/readings?limit=1`);
    await calls.ask(group, `GET ${prefix}/readings.csv`);
  });

  test("quiet and alerts", async () => {
    await calls.ask(group, `GET ${prefix}/quiet`);
    await calls.ask(group, `POST ${prefix}/quiet`, { body: { action: "snooze", hours: 2 } });
    const { id } = await addAlert(house.database, house.home, { sensorId: sensor, deviceId: device.id });
    await calls.ask(group, `GET ${prefix}/alerts`);
    await calls.ask(group, `POST ${prefix}/alerts/${id}/ack`);
    const question = await addAlert(house.database, house.home, { kind: "heating_stopped" });
    const answer = { body: { answer: "turned_down", hours: 48 } };
    await calls.ask(group, `POST ${prefix}/alerts/${question.id}/answer`, answer);
    await calls.ask(group, `GET ${prefix}/alerts/${id}`);
    await calls.ask(group, `GET ${prefix}/alerts/${id}/timeline`);
  });

  test("rules", async () => {
    const draft = { is: "below", value: 40 };
    const wish = { body: { sensor_id: sensor, name: "Pipes", ...draft } };
    const { rule } = await calls.read<{ rule: { id: string } }>(group, `POST ${prefix}/rules`, wish);
    await calls.ask(group, `GET ${prefix}/rules`);
    await calls.ask(group, `GET ${prefix}/rules/${rule.id}`);
    await calls.ask(group, `PATCH ${prefix}/rules/${rule.id}`, { body: { value: 41 } });
    const tried = { body: { sensor_id: sensor, rule: draft } };
    const { firings } = await calls.read<{ firings: unknown[] }>(
      group,
      `POST ${prefix}/rules/simulate`,
      tried,
    );
    expect(firings).toHaveLength(1);
    await calls.ask(group, `DELETE ${prefix}/rules/${rule.id}`);
  });

  test("the escalation", async () => {
    const steps = [{ whom: "everybody", channels: null, after_minutes: 0 }];
    await calls.ask(group, `PUT ${prefix}/escalation`, { body: { steps } });
    await calls.ask(group, `GET ${prefix}/escalation`);
  });

  test("alert settings", async () => {
    const body = { freeze: { warning: { value: 5, unit: "°C" } } };
    for (const path of [`${prefix}/alert-settings`, `${prefix}/sensors/${sensor}/alert-settings`]) {
      await calls.ask(group, `PUT ${path}`, { body });
      await calls.ask(group, `GET ${path}`);
    }
  });
});

describe("messages", () => {
  const [group, prefix] = ["v1", "/api/v1"] as const;
  test("a test, the list and another try", async () => {
    await calls.ask(group, `POST ${prefix}/notifications/test`, { body: { channel: "email" } });
    await house.database.query("update outbox set state = 'dead', settled_at = now() where kind = 'test'");
    const list = await calls.read<{ deliveries: { id: string }[] }>(
      group,
      `GET ${prefix}/deliveries?state=dead`,
    );
    await calls.ask(group, `POST ${prefix}/deliveries/${list.deliveries[0]?.id}/retry`);
    const call = await aTakenCall({ house, home: house.home, caller: house.ada });
    await calls.ask(group, `POST ${prefix}/deliveries/${call}/replay`);
  });
});

test("notifications", async () => {
  await calls.ask("account", "GET /api/v1/notifications");
  await calls.ask("account", "PATCH /api/v1/notifications", { body: { sms: "all" } });
});

test("inbound", async () => {
  const { token } = await addInboundToken(house.database, house.home);
  for (const path of ["inbound", "webhooks/inbound"])
    await calls.ask("inbound", `POST /api/${path}/${token}`, { body: { action: "status" } });
});

describe("account", () => {
  const nobody = { Cookie: "" };

  test("signing in", async () => {
    const asked = { headers: nobody, body: { email: "new@example.com" } };
    await calls.ask("account", "POST /api/account/sign-in", asked);
    const { code, challenge } = await askForCode(house, "new@example.com");
    const byCode = { headers: nobody, body: { email: "new@example.com", code, challenge } };
    await calls.ask("account", "POST /api/account/sign-in/code", byCode);
    const { link } = await askForCode(house, "new@example.com");
    await calls.ask("account", `GET /api/account/sign-in/link/${link}`);
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const byForm = { headers: { ...nobody, ...form }, body: `token=${link}` };
    await calls.ask("account", "POST /api/account/sign-in/link", byForm);
    const again = await askForCode(house, "new@example.com");
    await calls.ask("account", "POST /api/account/sign-in/link", {
      headers: nobody,
      body: { token: again.link },
    });
  });

  test("sessions", async () => {
    await calls.ask("account", "GET /api/account/session");
    const other = await house.as(house.ada);
    const mine = await house.as(house.ada);
    const body = { household_id: house.home };
    await calls.ask("account", "PUT /api/account/session", { headers: { Cookie: mine }, body });
    const last = await house.as(house.ada);
    expect(last).not.toBe(other);
    await calls.ask("account", "POST /api/account/sign-out", { headers: { Cookie: last } });
  });

  test("passkeys", async () => {
    const authenticator = newAuthenticator(BASE_URL);
    const asked = await calls.read<{ options: never }>("account", "POST /api/account/passkey-options");
    const body = { name: "Phone", response: authenticator.create(asked.options) };
    await calls.ask("account", "POST /api/account/passkeys", { body });
    const proof = await calls.read<{ options: never }>(
      "account",
      "POST /api/account/session/prove/passkey-options",
    );
    const proved = await calls.ask("account", "POST /api/account/session/prove/passkey", {
      body: { response: authenticator.get(proof.options) },
    });
    house.cookie = cookieOf(proved);
    const entry = await calls.ask("account", "POST /api/account/sign-in/passkey-options", {
      headers: nobody,
    });
    const { options } = (await entry.json()) as { options: never };
    await calls.ask("account", "POST /api/account/sign-in/passkey", {
      headers: { Cookie: entry.headers.get("Set-Cookie")?.split(";")[0] ?? "" },
      body: { response: authenticator.get(options) },
    });
  });

  test("the home", async () => {
    await calls.ask("account", "GET /api/v1/household");
    await calls.ask("account", "PATCH /api/v1/household", { body: { name: "Home" } });
    await calls.ask("account", "GET /api/v1/plan");
    const inCity = { body: { city: "Duluth", share_city_aggregates: true } };
    await calls.ask("account", "PATCH /api/v1/household", inCity);
  });

  test("what a home hands out, and its devices", async () => {
    const made = await calls.read<{ share_link: { id: string } }>("account", "POST /api/v1/share-links", {
      body: { scope: "history" },
    });
    await calls.ask("account", "GET /api/v1/share-links");
    await calls.ask("account", `DELETE /api/v1/share-links/${made.share_link.id}`);
    await calls.ask("v1", `POST /api/v1/devices/${device.id}/rotate-ingest-key`);
    await calls.ask("account", "POST /api/devices/reveal-ingest-key", { body: { device_id: device.id } });
    const token = "a phone's push token";
    await calls.ask("account", "POST /api/push/fcm", { body: { token, platform: "android", appId: "app" } });
    await calls.ask("account", "DELETE /api/push/fcm", { body: { token } });
  });
});

test("companion", async () => {
  const { code, challenge } = await askForCode(house, "ada@example.com");
  const body = { email: "ada@example.com", code, challenge, household_id: house.home };
  await calls.ask("companion", "POST /api/companion/session", { body });
  const { deviceId, secret } = newPuck();
  const puck = { device_id: deviceId, secret: secret.toString("hex") };
  await calls.ask("companion", "POST /api/pucks/register", { body: puck });
  const start = { body: { device_id: deviceId } };
  const { nonce = "" } = await calls.read("companion", "POST /api/pucks/claim/start", start);
  const proof = { device_id: deviceId, nonce, hmac: sign({ secret }, nonce) };
  const claimed = await calls.read<{ bay: { bay_id: string } }>("companion", "POST /api/pucks/claim/finish", {
    body: proof,
  });
  const bay = `/api/bays/${claimed.bay.bay_id}`;
  await calls.ask("companion", "GET /api/pucks");
  await calls.ask("companion", "GET /api/bays");
  await calls.ask("companion", `GET ${bay}/mood`);
  await calls.ask("companion", `PUT ${bay}/mood`, { body: { mood: "cozy", hours: 1 } });
  await calls.ask("companion", `PUT ${bay}/sensors`, { body: { sensor_ids: [sensor] } });
  await calls.ask("companion", `DELETE ${bay}`);
  await calls.ask("companion", `DELETE /api/pucks/${deviceId}`);
  await calls.ask("companion", "DELETE /api/companion/session");
});

test("public", async () => {
  await calls.ask("public", "GET /");
  await calls.ask("public", "GET /api/openapi.json");
  await calls.ask("public", "GET /api/health");
  await calls.ask("public", "GET /api/health/ready");
  await calls.ask("public", "GET /api/status");
  await calls.ask("public", "GET /api/status/feed");
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
  const decline = declineUrl("", await house.ports.signDeclineToken(claim));
  await calls.ask("public", `GET ${decline}`);
  await calls.ask("public", `POST ${decline}`);
  await calls.ask("public", `POST ${decline}`, { headers: { Accept: "text/html" } });
  const button = await linkInMessage(await addAlert(house.database, house.home));
  await calls.ask("public", `POST /api/channels/ntfy/${button}`);
});

/** The token of a message's link to Ada about an alert. */
async function linkInMessage({ id }: { id: string }): Promise<string> {
  const token = newAlertToken(house.ports.random);
  await house.database.query(
    "insert into alert_links (token_hash, household_id, user_id, alert_ids, expires_at) values ($1, $2, $3, $4, $5)",
    [await secretHash(token), house.home, house.ada.userId, [id], new Date(house.clock().getTime() + 60_000)],
  );
  return token;
}

test("cron", async () => {
  for (const job of ["collect-history", "maintenance", "weekly-digest", "dispatch"]) {
    await calls.ask("cron", `GET /api/cron/${job}`);
    await calls.ask("cron", `GET /api/cron/${job}`);
    await calls.ask("cron", `POST /api/cron/${job}`);
  }
  await calls.ask("cron", "POST /api/cron/poll-shard?tick=2026-11-20T10:00:00Z");
  await calls.ask("cron", "POST /api/cron/judge-shard?tick=2026-11-20T10:00:00Z");
  await calls.ask("cron", "POST /api/cron/history-shard?after=0&up_to=9");
});

test("a proof, and the exports", async () => {
  const home = await addHome(house.database, "A home");
  const owner = await addMember(house.database, home, "owner", "dee@example.com");
  const headers = { Cookie: await house.as(owner) };
  const { code, challenge } = await askForCode(house, owner.email);
  const proof = { headers: { ...headers }, body: { code, challenge } };
  headers.Cookie = cookieOf(await calls.ask("account", "POST /api/account/session/prove", proof));
  await calls.ask("account", "GET /api/v1/household/export.zip", { headers });
  await calls.ask("account", "GET /api/account/user/export", { headers });
});

test("an alert's evidence, and a test to all", async () => {
  const { id } = await addAlert(house.database, house.home, { kind: "freeze" });
  await calls.ask("account", "POST /api/v1/notifications/test-all");
  await calls.ask("account", `GET /api/v1/alerts/${id}/evidence`);
  await calls.ask("public", "GET /.well-known/hearthwatch-evidence.json");
});

test("the link that ends a report", async () => {
  const claim = { householdId: house.home, userId: house.ada.userId, kind: "weekly" } as const;
  const token = await house.ports.signUnsubscribeToken(claim);
  await calls.ask("public", `GET /api/digest/unsubscribe/${token}`);
  await calls.ask("public", `POST /api/digest/unsubscribe/${token}`, { headers: { Accept: "text/html" } });
  await calls.ask("public", `POST /api/digest/unsubscribe/${token}`);
});

test("every operation of the document has succeeded once", () => {
  const missing = OPERATION_IDS.filter((id) => !calls.seen.has(id) && !NEVER.includes(id));
  expect(missing).toEqual([]);
});
