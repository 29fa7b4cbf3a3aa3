import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { v1App } from "../../functions/v1/app.ts";
import { claimDue } from "../../lib/messages/claim.queries.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { MESSAGE_LIMITS } from "../../lib/messages/limits.ts";
import { writeNotices } from "../../lib/messages/write-notices.actions.ts";
import type { DrillAnswer } from "../../schema/wire/account/coverage.ts";
import { channelsBy, configuredBut } from "../support/channels.ts";
import { addContactPoint, addSent } from "../support/contacts.ts";
import { addDevice, addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { type House, openHouse } from "../support/house.ts";
import { addOutsider } from "../support/outsiders.ts";
import { readerOf } from "../support/reader.ts";

const START = "2026-11-20T10:00:00Z";
const DRILLS = "/api/v1/drills";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PHONE = "+15555550100";

let house: House;
let home: string;
let ada: TestMember;
let cookie: string;
beforeAll(async () => {
  house = await openHouse(START);
});
afterAll(() => house.database.close());
beforeEach(async () => {
  await house.database.query("delete from outbox");
  home = await addHome(house.database, "Elm Street", "pro");
  ada = await addMember(house.database, home, "owner");
  cookie = await house.as(ada);
  house.sent.length = 0;
});

const start = async (as = cookie, headers: Record<string, string> = {}) =>
  house.call("POST", DRILLS, { cookie: as, body: {}, headers });
const begun = async () => {
  const answer = await start();
  expect(answer.status).toBe(201);
  return ((await answer.json()) as DrillAnswer).drill;
};
const shown = async (id = "latest") => {
  const answer = await house.call("GET", `${DRILLS}/${id}`, { cookie });
  return ((await answer.json()) as DrillAnswer).drill;
};
const states = async () => (await shown()).contacts.map(({ channel, state }) => [channel, state]);
const sentTo = (address: string) => {
  const found = house.sent.find(({ recipient }) => recipient === address);
  if (found === undefined) throw new Error(`Nothing was sent to ${address}`);
  const { subject, text, url, event } = found.content;
  const [, token = ""] = /\/d\/([0-9A-Za-z]{22})/.exec(`${text} ${url ?? ""} ${JSON.stringify(event)}`) ?? [];
  return { subject, text, token };
};
const browser = { "CF-Connecting-IP": "203.0.113.9" };
const look = (token: string) => pagesApp(house.ports).request(`/d/${token}`, { headers: browser });
const tap = (token: string) =>
  pagesApp(house.ports).request(`/d/${token}`, { method: "POST", headers: browser });

const postTo = (ingestKey: string, body: object) =>
  house.apps.ingest.request(`/api/ingest/${ingestKey}`, { method: "POST", body: JSON.stringify(body) });

describe("a drill", () => {
  test("goes to every channel of every member who gets criticals, and to those outside who said yes", async () => {
    await addContactPoint(house.database, ada.userId, "sms", PHONE);
    await addContactPoint(house.database, ada.userId, "ntfy", "https://ntfy.sh/ada");
    const ben = await addMember(house.database, home, "member");
    const off = await addMember(house.database, home, "member");
    await house.database.query(
      `update memberships set notifications = '{"email": false}' where user_id = $1`,
      [off.userId],
    );
    const nora = await addOutsider(house.database, home);
    const asked = await addOutsider(house.database, home, { name: "Otto", confirmedAt: null });
    await begun();
    await dispatch(house.ports);
    expect(house.sent.map(({ recipient }) => recipient).toSorted()).toEqual(
      [ada.email, ben.email, PHONE, "https://ntfy.sh/ada", nora.address].toSorted(),
    );
    expect(house.sent.some(({ recipient }) => recipient === asked.address)).toBe(false);
    const drill = await shown();
    expect(drill.contacts.map(({ who, is_outside }) => [who, is_outside])).toContainEqual(["Nora", true]);
    expect(drill.contacts.map(({ state }) => state)).toEqual(Array(5).fill("sent"));
    expect(JSON.stringify(drill)).not.toContain(PHONE);
  });

  test("says what it is before anything else, in its reader's language", async () => {
    const luis = await addOutsider(house.database, home, { name: "Luis", language: "es" });
    await addContactPoint(house.database, ada.userId, "sms", PHONE);
    await begun();
    await dispatch(house.ports);
    expect(sentTo(ada.email).subject).toMatch(/^DRILL /);
    expect(sentTo(PHONE).text).toMatch(/^DRILL /);
    expect(sentTo(PHONE).text.length).toBeLessThanOrEqual(160);
    expect(sentTo(luis.address).subject).toMatch(/^SIMULACRO /);
  });

  test("is tapped by its button alone: whoever follows the link changes nothing", async () => {
    await begun();
    await dispatch(house.ports);
    const { token } = sentTo(ada.email);
    const page = await look(token);
    expect([page.status, page.headers.get("Referrer-Policy")]).toEqual([200, "no-referrer"]);
    expect((await page.text()).match(/<button/g)).toHaveLength(1);
    expect(await states()).toEqual([["email", "sent"]]);
    expect((await tap(token)).status).toBe(303);
    const at = house.clock().toISOString();
    house.clock.advance(HOUR_MS);
    expect((await tap(token)).status).toBe(303);
    expect((await shown()).contacts).toMatchObject([{ state: "tapped", tapped_at: at }]);
    expect(await (await look(token)).text()).not.toContain("<button");
  });

  test("keeps no link that opens anything, and its links end after a day", async () => {
    const { id } = await begun();
    await dispatch(house.ports);
    const { token } = sentTo(ada.email);
    const rows = await house.database.query("select * from drill_messages where drill_id = $1", [id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    house.clock.advance(DAY_MS);
    expect([(await look(token)).status, (await tap(token)).status]).toEqual([404, 404]);
    cookie = await house.as(ada);
    expect(await states()).toEqual([["email", "missed"]]);
  });

  test("says why nothing was sent, and calls nobody", async () => {
    await addContactPoint(house.database, ada.userId, "call", PHONE);
    await addContactPoint(house.database, ada.userId, "sms", PHONE, { isVerified: false });
    await addContactPoint(house.database, ada.userId, "ntfy", "https://ntfy.sh/b", { isGone: true });
    await addContactPoint(house.database, ada.userId, "push", "token");
    const app = v1App({ ...house.ports, configuredChannels: configuredBut("push") });
    expect((await house.call("POST", DRILLS, { cookie, body: {}, app })).status).toBe(201);
    const skipped = (await shown()).contacts.map(({ channel, skipped: why }) => [channel, why]);
    expect(Object.fromEntries(skipped)).toEqual({
      ...{ email: null, call: "no_calls", sms: "unverified", ntfy: "gone", push: "not_configured" },
    });
    await dispatch(house.ports);
    expect(house.sent).toHaveLength(1);
  });

  test("goes no more to somebody outside the home who stops it while it waits", async () => {
    const nora = await addOutsider(house.database, home);
    await begun();
    await pagesApp(house.ports).request(`/c/${nora.token}`, {
      method: "POST",
      headers: { ...browser, "Content-Type": "application/x-www-form-urlencoded" },
      body: "answer=stop",
    });
    await dispatch(house.ports);
    expect(house.sent.map(({ recipient }) => recipient)).toEqual([ada.email]);
    expect((await shown()).contacts.at(-1)).toMatchObject({ state: "failed", failure: "removed" });
  });

  test("shows what a provider said against it", async () => {
    const failing = channelsBy(() => async () => ({ kind: "permanent", reason: "mailbox unknown" }));
    await begun();
    await dispatch({ ...house.ports, channels: failing });
    expect((await shown()).contacts).toMatchObject([{ state: "failed", failure: "mailbox unknown" }]);
  });

  test("counts its texts, and leaves those that are used up", async () => {
    await addContactPoint(house.database, ada.userId, "sms", PHONE);
    await addSent(house.database, home, "2026-11", 49);
    await begun();
    const { id } = await begun();
    expect((await shown(id)).contacts.find(({ channel }) => channel === "sms")).toMatchObject({
      skipped: "used_up",
    });
    const [counted] = await house.database.query<{ sent: number }>(
      "select sent from sending_counts where channel = 'sms' and scope = 'home' and subject = $1",
      [home],
    );
    expect(counted?.sent).toBe(50);
  });

  test("is begun three times a day at most, and once for one key", async () => {
    const key = { "Idempotency-Key": "first" };
    const first = await start(cookie, key);
    const again = await start(cookie, key);
    expect(await again.json()).toEqual(await first.json());
    expect([(await start()).status, (await start()).status]).toEqual([201, 201]);
    const refused = await start();
    expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([429, DAY_MS / 1_000]);
    house.clock.advance(DAY_MS + 1);
    cookie = await house.as(ada);
    expect((await start()).status).toBe(201);
  });

  test("lets a leak out first that is found while it waits, and is none itself", async () => {
    await addContactPoint(house.database, ada.userId, "sms", PHONE);
    const { ingestKey } = await addDevice(house.database, home);
    await begun();
    const none = await house.database.query("select id from alerts where household_id = $1", [home]);
    expect(none).toEqual([]);
    await house.apps.ingest.request(`/api/ingest/${ingestKey}`, {
      method: "POST",
      body: JSON.stringify({ flood1: true }),
    });
    await writeNotices(house.ports);
    const claimed = async (limit: number) => {
      const ask = { now: house.clock(), limit, leaseMs: MESSAGE_LIMITS.outboxLeaseMs, mailsPerSecond: null };
      return (await claimDue(house.ports.db, ask)).messages.map(({ isCritical }) => isCritical);
    };
    expect(await claimed(2)).toEqual([true, true]);
    expect(await claimed(10)).toEqual([false, false]);
    const log = await house.database.query("select distinct action from activity where household_id = $1", [
      home,
    ]);
    expect(log).toContainEqual({ action: "drill_started" });
  });

  test("gives each sensor for water or cold a test reading by the home's own rules, and keeps none", async () => {
    const { ingestKey, id: device } = await addDevice(house.database, home);
    await postTo(ingestKey, { temp1: 68, flood1: false, humidity1: 40 });
    const raised = async () =>
      Object.fromEntries(
        (await begun()).sensors.map(({ name, alert: raises }) => [name, raises?.kind ?? null]),
      );
    expect(await raised()).toEqual({ "flood1 (Cellar)": "leak", "temp1 (Cellar)": "freeze" });
    house.clock.advance(1_000);
    const off = { cookie, body: { leak: { enabled: false } } };
    expect((await house.call("PUT", "/api/v1/alert-settings", off)).status).toBe(200);
    expect(await raised()).toEqual({ "flood1 (Cellar)": null, "temp1 (Cellar)": "freeze" });
    const { html } = await (await readerOf(house, ada)).see("/drill");
    expect(html).toContain("on 1 of 2 sensors");
    expect(html).toContain("Test reading: water.");
    expect(html).toContain("Test reading: -22.0\u00a0°F.");
    expect(await house.database.query("select 1 from alerts where household_id = $1", [home])).toEqual([]);
    const [latest] = await house.database.query<{ values: number[] }>(
      "select latest_values as values from devices where id = $1",
      [device],
    );
    expect(latest?.values).toEqual(expect.arrayContaining([68, 0, 40]));
  });

  test("stores each test reading as a real one and undoes it: no row of the home's devices is another", async () => {
    const { ingestKey, id: device } = await addDevice(house.database, home);
    await postTo(ingestKey, { temp1: 68, flood1: false });
    const rows = () =>
      house.database.query(
        `select to_jsonb(device) as device, (select jsonb_agg(to_jsonb(sensor) order by sensor.id) from sensors sensor
            where sensor.device_id = device.id) as sensors,
          (select jsonb_agg(to_jsonb(shot)) from snapshots shot where shot.device_number = device.number) as readings,
          (select count(*) from alert_states state where state.household_id = device.household_id) as states,
          (select count(*) from findings) as findings,
          (select to_jsonb(its) from households its where its.id = device.household_id) as home
         from devices device where device.id = $1`,
        [device],
      );
    const before = await rows();
    const { sensors } = await begun();
    expect(sensors.map(({ reading }) => reading)).toEqual(
      expect.arrayContaining([
        { value: 1, unit: null },
        { value: -22, unit: "°F" },
      ]),
    );
    expect(await rows()).toEqual(before);
  });

  test("says of a sensor that takes no reading, or whose unit is only assumed, that it raises nothing urgent", async () => {
    const { ingestKey, id: device } = await addDevice(house.database, home);
    await postTo(ingestKey, { temperature: 21 });
    const [bare] = await house.database.query("select unit_source from sensors where device_id = $1", [
      device,
    ]);
    expect(bare).toEqual({ unit_source: "assumed" });
    expect((await begun()).sensors.map(({ alert }) => alert)).toEqual([null]);
    await house.database.query("update sensors set unit = '%' where device_id = $1", [device]);
    expect((await begun()).sensors).toMatchObject([{ reading: null, alert: null }]);
  });

  test("lets real readings through while it tries: all of them are stored, and nothing else", async () => {
    const { ingestKey, id: device } = await addDevice(house.database, home);
    await postTo(ingestKey, { temp1: 68, flood1: false });
    const posts = Array.from({ length: 20 }, (_, number) => number);
    const [drill, ...answers] = await Promise.all([
      begun(),
      ...posts.map((number) => postTo(ingestKey, { temp1: 60 + number / 10, flood1: number === 19 })),
    ]);
    expect(drill.sensors.map(({ alert }) => alert?.kind).toSorted()).toEqual(["freeze", "leak"]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [stored] = await house.database.query<{ lowest: number; count: number }>(
      `select min(shot.values[1]) as lowest, count(*)::integer as count from snapshots shot
       join devices device on device.number = shot.device_number where device.id = $1`,
      [device],
    );
    expect(stored).toEqual({ lowest: 60, count: 21 });
    const leaks = await house.database.query(
      "select 1 from alerts where household_id = $1 and kind = 'leak'",
      [home],
    );
    expect(leaks).toHaveLength(1);
  });

  test("proves a channel to the coverage report once it is tapped", async () => {
    await addContactPoint(house.database, ada.userId, "ntfy", "https://ntfy.sh/c");
    await house.database.query("update contact_points set verified_at = '2026-01-01' where user_id = $1", [
      ada.userId,
    ]);
    const unproven = async () => {
      const answer = await house.call("GET", "/api/v1/coverage", { cookie: await house.as(ada) });
      const { gaps } = (await answer.json()) as { gaps: { gap: string }[] };
      return gaps.filter(({ gap }) => gap === "channel_unproven").length;
    };
    expect(await unproven()).toBe(1);
    await begun();
    await dispatch(house.ports);
    await tap(sentTo("https://ntfy.sh/c").token);
    await house.database.query("delete from outbox");
    expect(await unproven()).toBe(0);
  });

  test("of another home is as unknown as one that never was", async () => {
    const { id } = await begun();
    const stranger = await house.as(await addMember(house.database, await addHome(house.database)));
    for (const asked of [id, "latest", "drl_never"])
      expect((await house.call("GET", `${DRILLS}/${asked}`, { cookie: stranger })).status).toBe(404);
  });
});

describe("the drill's page", () => {
  test("starts one, and follows it as it is tapped", async () => {
    const reader = await readerOf(house, ada);
    expect((await reader.see("/drill")).html).toContain("No drill yet");
    expect((await reader.send("/drill")).location).toBe("/drill?done=drillStarted");
    expect((await reader.see("/drill/live")).html).toContain("0 of 1 tapped");
    await dispatch(house.ports);
    await tap(sentTo(ada.email).token);
    expect((await reader.see("/drill/live")).html).toContain("1 of 1 tapped");
  });

  test("has no button for a member, who may look", async () => {
    const reader = await readerOf(house, await addMember(house.database, home, "member"));
    const { status, html } = await reader.see("/drill");
    expect(status).toBe(200);
    expect(html).not.toContain('action="/drill"');
  });

  test("is offered on the home's page in autumn to who may start one, until there was one", async () => {
    await addDevice(house.database, home);
    const offered = async (member = ada) =>
      (await (await readerOf(house, member)).see("/home")).html.includes('href="/drill"');
    const member = await addMember(house.database, home, "member");
    expect([await offered(), await offered(member)]).toEqual([true, false]);
    await house.database.query("update households set latitude = -34, longitude = 18 where id = $1", [home]);
    expect(await offered()).toBe(false);
    await house.database.query("update households set latitude = 44 where id = $1", [home]);
    await begun();
    expect(await offered()).toBe(false);
  });
});
