import { beforeEach, describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { mailTo } from "../support/account.ts";
import { addAlert, addDevice, addHome, addMember, type TestMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { aPhoto } from "../support/makers.ts";
import { addAlertLink, addOutsider } from "../support/outsiders.ts";
import { browserOf } from "../support/reader.ts";

let home: string;
let ada: TestMember;
let nora: { id: string; address: string; token: string };
let alert: string;
let token: string;

const house = await openHouse("2026-11-20T03:00:00Z");
beforeEach(async () => {
  home = await addHome(house.database, "Elm Street", "pro");
  ada = await addMember(house.database, home, "owner");
  nora = await addOutsider(house.database, home);
  const cellar = await addDevice(house.database, home, { name: "Cellar node", space: "Cellar" });
  const attic = await addDevice(house.database, home, { name: "Attic node", space: "Attic" });
  for (const { ingestKey } of [cellar, attic]) await house.post({ ingestKey }, { temp1: 61 });
  alert = (
    await addAlert(house.database, home, {
      kind: "leak",
      severity: "critical",
      deviceId: cellar.id,
      openedAt: house.clock(),
    })
  ).id;
  token = await linkFor(nora.id, [alert]);
});

const linkFor = (contact: string, alerts: string[]) =>
  addAlertLink(house.database, { home, contact, alerts });

const { see, send } = browserOf(pagesApp(house.services));
const press = (path: string, answer: string) => send(path, { answer });
const answers = () =>
  house.database.query<{ answer: string }>(
    "select details->>'answer' as answer from activity where household_id = $1 and action = 'responder_answered' order by id",
    [home],
  );

describe("the page of a call", () => {
  test("shows what happened and the readings of that place, and nothing else of the home", async () => {
    await house.database.sql`
      update alerts set acknowledged_at = ${house.clock()}, acknowledged_by = ${ada.userId}
      where household_id = ${home}`;
    const { status, headers, html } = await see(`/r/${token}`);
    expect(status).toBe(200);
    expect(html).toContain("Elm Street");
    expect(html).toContain("Cellar");
    expect(html).not.toContain("Attic");
    expect(html).not.toContain(ada.email);
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
  });

  test("is over with the incident, and tells nothing more of it", async () => {
    await house.database.sql`update alerts set closed_at = now() where id = ${alert}`;
    const { html } = await see(`/r/${token}`);
    expect(html).toContain("This is over");
    expect(html).not.toContain("Elm Street");
    expect((await press(`/r/${token}`, "there")).status).toBe(303);
    expect(await answers()).toEqual([]);
  });

  test("has the emergency card's steps and photos, until it is over", async () => {
    await house.call("PUT", "/acts/emergency-card", {
      cookie: await house.as(ada),
      body: {
        places: { shutoff: "Left of the stairs", breaker: "", boiler: "" },
        steps: { freeze: "", leak: "Close it", power: "" },
        calls: [],
        is_shared: false,
      },
    });
    const photo = await aPhoto({ house, home, caller: ada });
    const { html } = await see(`/r/${token}`);
    for (const notified of ["Left of the stairs", "Close it", `/r/${token}/photos/${photo}`])
      expect(html).toContain(notified);
    expect((await see(`/r/${token}/photos/${photo}`)).headers.get("Content-Type")).toBe("image/png");
    const foreign = await aPhoto({ house, home: await addHome(house.database), caller: ada });
    expect((await see(`/r/${token}/photos/${foreign}`)).status).toBe(404);
    await house.database.sql`update alerts set closed_at = now() where id = ${alert}`;
    expect((await see(`/r/${token}`)).html).not.toContain("Left of the stairs");
    expect((await see(`/r/${token}/photos/${photo}`)).status).toBe(404);
  });
});

test("a call has the address and the first number of a card that its home shares", async () => {
  const card = {
    places: { address: "12 Elm Street", shutoff: "", breaker: "", boiler: "" },
    steps: { freeze: "", leak: "", power: "" },
    calls: [{ name: "Ada", phone: "+15555550123", note: "" }],
    is_shared: true,
  };
  await house.call("PUT", "/acts/emergency-card", { cookie: await house.as(ada), body: card });
  const sink = await addDevice(house.database, home, { name: "Sink node", space: "Cellar" });
  await house.post(sink, { flood1: true });
  for (const _ of ["the members", "the contacts"]) {
    await dispatch(house.services);
    house.clock.advance(15 * MINUTE_MS);
  }
  const { text } = (await mailTo(house, nora.address)) ?? {};
  expect(text).toMatch(/Address: 12 Elm Street\.\s+Whom to call: Ada \+15555550123\./);
});

test("a call at once says so, and not that nobody has answered", async () => {
  const steps = ["everybody", "contacts"].map((whom) => ({ whom, channels: null, afterMinutes: 0 }));
  await house.database.sql`insert into escalations values (${home}, ${JSON.stringify(steps)}::jsonb, now())`;
  await house.post(await addDevice(house.database, home), { flood1: true });
  await dispatch(house.services);
  const { text } = (await mailTo(house, nora.address)) ?? {};
  expect(text).toContain("asked us to tell you at once");
  expect(text).not.toContain("Nobody");
});

describe("a press", () => {
  test("is answered with a redirect, takes the alert on and tells the members, once", async () => {
    const first = await press(`/r/${token}`, "on_my_way");
    expect([first.status, first.location]).toEqual([303, `/r/${token}`]);
    await press(`/r/${token}`, "on_my_way");
    expect(await answers()).toEqual([{ answer: "on_my_way" }]);
    const [row] = await house.database.sql`select acknowledged_by from alerts where id = ${alert}`;
    expect(row).toEqual({ acknowledged_by: nora.id });
    const notified = await house.database.sql`
      select recipient from outbox where household_id = ${home} and kind = 'contact_answered'`;
    expect(notified).toEqual([{ recipient: ada.email }]);
    expect((await mailTo(house, ada.email))?.text).toContain("Nora is on the way");
  });

  test("of somebody who has the alert is no end of it: what gets worse calls them again at once, in words of their own", async () => {
    await house.database.sql`delete from outbox where household_id = ${home}`;
    const luis = await addOutsider(house.database, home, { name: "Luis", language: "es" });
    const { ingestKey } = await addDevice(house.database, home, { space: "Boiler room" });
    const post = (temp1: number) => house.post({ ingestKey }, { temp1 });
    await post(36);
    await dispatch(house.services);
    const [cold] = await house.database.sql<{ id: string }>`
      select id from alerts where household_id = ${home} and kind = 'freeze'`;
    const first = await linkFor(luis.id, [cold?.id ?? ""]);
    expect((await press(`/r/${first}`, "on_my_way")).status).toBe(303);
    house.clock.advance(3_600_000);
    house.sent.length = 0;
    await post(20);
    await dispatch(house.services);
    const called = house.sent.find(({ recipient }) => recipient === luis.address)?.content;
    expect(called?.text).toContain("Ha empeorado desde que se hizo cargo. ¿Puede seguir ayudando?");
    const again = /\/r\/([0-9A-Za-z]{22})/.exec(`${called?.text} ${called?.url}`)?.[1] ?? "";
    const { html } = await see(`/r/${again}`);
    expect(html).toContain("Boiler room");
    // Their earlier answer stays visible beside the new question; a new answer acknowledges the alert again.
    expect((await press(`/r/${again}`, "there")).status).toBe(303);
    const [taken] = await house.database.sql`select acknowledged_by from alerts where id = ${cold?.id}`;
    expect(taken).toEqual({ acknowledged_by: luis.id });
  });

  test("of the last who can't come or has stopped leaves the alert open, and calls the next at once", async () => {
    const links = [token];
    while (links.length < 9) links.push(await linkFor((await addOutsider(house.database, home)).id, [alert]));
    await press(`/r/${links.pop()}`, "stop");
    const step = JSON.stringify({ whom: "everybody", channels: ["sms"], afterMinutes: 30 });
    await house.database.sql`
      insert into escalation_steps (alert_id, household_id, round, place, step, members_notified, due_at)
      values (${alert}, ${home}, 1, 1, ${step}::jsonb, true, ${new Date(house.clock().getTime() + 1_800_000)})`;
    await Promise.all(links.map((link) => press(`/r/${link}`, "cannot")));
    const [row] = await house.database.sql`
      select acknowledged_by, (select due_at <= ${house.clock()} from escalation_steps
      where alert_id = alerts.id) as is_due from alerts where id = ${alert}`;
    expect(row).toEqual({ acknowledged_by: null, is_due: true });
  });

  test.each(["cannot", "stop"])(
    "of %s after all gives the alert back, and the others are asked anew",
    async (answer) => {
      await press(`/r/${token}`, "on_my_way");
      await press(`/r/${token}`, answer);
      await dispatch(house.services);
      const [row] = await house.database.sql`select acknowledged_by from alerts where id = ${alert}`;
      expect(row).toEqual({ acknowledged_by: null });
      const due = await house.database.sql`
      select step->>'whom' as whom from escalation_steps
      where alert_id = ${alert} and ended_at is null and due_at <= ${house.clock()}`;
      expect(due).toEqual([{ whom: "everybody" }]);
    },
  );

  test("shows to everybody else who was called", async () => {
    await press(`/r/${token}`, "there");
    const luis = await addOutsider(house.database, home, { name: "Luis" });
    expect((await see(`/r/${await linkFor(luis.id, [alert])}`)).html).toContain("Nora");
  });
});

describe("somebody who wants no more messages", () => {
  test("stops them on the page of a call", async () => {
    await press(`/r/${token}`, "stop");
    expect((await see(`/r/${token}`)).html).toContain("You won&#39;t be called any more");
    const [row] = await house.database.sql`
      select stopped_at is not null as stopped from home_contacts where id = ${nora.id}`;
    expect(row).toEqual({ stopped: true });
  });

  test("cannot be asked again by this home, and say so by the question's mail even once they are removed", async () => {
    const cookie = await house.as(ada);
    const remove = (id: string) => house.call("DELETE", `/acts/home-contacts/${id}`, { cookie });
    const ask = (address: string) =>
      house.call("POST", "/acts/home-contacts", {
        cookie,
        body: { name: "Nora", channel: "email", address },
      });
    await press(`/c/${nora.token}`, "stop");
    await remove(nora.id);
    expect((await ask(nora.address)).status).toBe(409);
    const { contact } = (await (await ask("eve@example.org")).json()) as { contact: { id: string } };
    const { text } = (await mailTo(house, "eve@example.org")) ?? { text: "" };
    await remove(contact.id);
    await ask("eve@example.org");
    const link = /\/api\/invitations\/decline\/[\w.-]+/.exec(text)?.[0] ?? "no link";
    expect((await house.apps.public.request(link, { method: "POST" })).status).toBe(200);
    const [row] = await house.database.sql`
      select stopped_at is not null as stopped, exists (select from outbox where recipient = address
      and state = 'pending') as is_called from home_contacts where address = 'eve@example.org'`;
    expect(row).toEqual({ stopped: true, is_called: false });
  });
});

describe("the question before all", () => {
  const add = async (body: object, by = ada) =>
    house.call("POST", "/acts/home-contacts", { cookie: await house.as(by), body });

  test("goes out once, in their language, and nothing counts before their yes", async () => {
    const added = await add({ name: "Luis", channel: "email", address: "Luis@example.org ", language: "es" });
    expect(added.status).toBe(201);
    const { contact } = (await added.json()) as { contact: { id: string; state: string } };
    expect(contact.state).toBe("asked");
    const { text } = (await mailTo(house, "luis@example.org")) ?? { text: "" };
    expect(text).toContain("quiere que Hearthwatch le avise");
    const link = /\/c\/([0-9A-Za-z]{22})/.exec(text)?.[1] ?? "";
    const { html } = await see(`/c/${link}`);
    expect(html).toMatch(new RegExp(`¿Podemos avisarle\\?.*${ada.email} quiere que le avisemos`, "s"));
    await press(`/c/${link}`, "yes");
    const [row] = await house.database.sql`
      select confirmed_at is not null as yes from home_contacts where id = ${contact.id}`;
    expect(row).toEqual({ yes: true });
  });

  test("is not sent twice to one address, nor to more than ten", async () => {
    expect((await add({ name: "Nora", channel: "email", address: nora.address })).status).toBe(409);
    for (let count = 1; count < 10; count += 1) await addOutsider(house.database, home);
    const full = await add({ name: "Eleventh", channel: "email", address: "eleven@example.org" });
    expect(full.status).toBe(409);
  });

  test("is sent to one stranger three times a day at most, whichever homes ask", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const other = await addMember(house.database, await addHome(house.database, "Other", "pro"), "owner");
      statuses.push(
        (await add({ name: "S", channel: "email", address: "stranger@example.org" }, other)).status,
      );
    }
    expect(statuses).toEqual([201, 201, 201, 429]);
  });
});

test.each([
  ["GET", "/r/token"],
  ["GET", "/r/token/photos/photo"],
  ["POST", "/r/token"],
  ["GET", "/c/token"],
  ["POST", "/c/token"],
])("%s %s answers 429 to an address that asks too often", async (method, path) => {
  const full = async () => ({ allowed: false, remaining: 0, resetSeconds: 5 });
  const headers = { "CF-Connecting-IP": "203.0.113.9" };
  const answer = await pagesApp({ ...house.services, limiter: full }).request(path, { method, headers });
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "5"]);
});
