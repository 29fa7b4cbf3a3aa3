import { describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { alertLinkExpiry, newAlertToken } from "../../lib/outbox/links/tokens.ts";
import { signInMailTo } from "../support/account.ts";
import {
  addAlert,
  addApiKey,
  addDevice,
  addHome,
  addInboundToken,
  addMember,
  addShareLink,
} from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { aBay } from "../support/makers.ts";
import { addAlertLink, addOutsider } from "../support/outsiders.ts";
import { browserOf, readerOf } from "../support/reader.ts";
import { cryptoRandom } from "../support/services.ts";

const house = await openHouse();
const app = pagesApp(house.services);

const nobody = () => browserOf(app);
const ownerOf = async (home: string) => readerOf(house, await addMember(house.database, home, "owner"));
const anOwner = async (name?: string, plan?: "free") => {
  const home = await addHome(house.database, name, plan);
  return { home, ada: await ownerOf(home) };
};

test("the front page has a picture of the product for every reader, with no part to press", async () => {
  for (const [language, shown] of [
    ["en", /All is well.*67\.2/s],
    ["es", /Todo va bien.*19,6/s],
  ] as const) {
    const { html } = await nobody().see(`/?lang=${language}`);
    expect(html.split(/role="img" aria-label="[^"]{99,}"><div inert="" class="stack">/)[1]).toMatch(shown);
  }
});

test("the documentation opens in the reader's language", async () => {
  for (const [headers, index] of [
    [{ "Accept-Language": "es-MX" }, "/docs/es"],
    [{ "Accept-Language": "es", Cookie: "reader_lang=en" }, "/docs/en"],
  ] as const)
    expect((await app.request("/docs", { headers })).headers.get("Location")).toBe(index);
});

describe("signing in", () => {
  test("by the code of the mail leads to where one wanted to go, and by the link home, however often a scanner has looked at it", async () => {
    const browser = browserOf(app);
    const asked = await browser.send("/sign-in", { email: "Ada@Example.com", next: "/alerts" });
    expect([asked.status, asked.location]).toEqual([303, "/sign-in/code"]);
    expect(asked.html).toContain("ada@example.com");
    const { code, link } = await signInMailTo(house, "ada@example.com");
    const wrong = await browser.send("/sign-in/code", { code: "nope12" });
    expect(wrong.location).toBe("/sign-in/code");
    expect([wrong.html.includes('role="alert"'), wrong.html.includes('value="nope12"')]).toEqual([
      true,
      true,
    ]);
    const right = await browser.send("/sign-in/code", { code });
    expect([right.status, right.location]).toEqual([303, "/alerts"]);
    expect((await browser.see("/home")).html).toContain('href="/devices/new"');
    expect((await nobody().send(`/sign-in/link/${link}`, {})).status).toBe(401);
    house.clock.advance(1_000);
    await nobody().send("/sign-in", { email: "ada@example.com" });
    const { link: fresh } = await signInMailTo(house, "ada@example.com");
    for (let scans = 0; scans < 3; scans += 1) {
      const looked = await app.request(`/sign-in/link/${fresh}`);
      expect(looked.headers.get("Set-Cookie")).toBeNull();
      const text = await looked.text();
      expect(text).toContain(`action="/sign-in/link/${fresh}"`);
      expect(text).toMatch(/ada@example\.com.*Ada/s);
    }
    const byLink = await nobody().send(`/sign-in/link/${fresh}`, {});
    expect([byLink.status, byLink.location]).toEqual([303, "/home"]);
  });

  test("is asked of whoever looks, and nothing is done by whoever comes from another site", async () => {
    const answer = await app.request("/home");
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/sign-in?next=%2Fhome"]);
    const foreign = await nobody().send(
      "/home/quiet",
      { action: "vacation" },
      { Cookie: house.cookie, "Sec-Fetch-Site": "cross-site" },
    );
    expect(foreign.status).toBe(403);
    expect(
      (await nobody().send("/sign-in", { email: "a@example.com" }, { "Sec-Fetch-Site": "cross-site" }))
        .status,
    ).toBe(403);
  });
});

test("the list of alerts names sensors as their people do, and what is about the home in the reader's language", async () => {
  const { home, ada } = await anOwner("Birch Street");
  expect((await ada.see("/alerts")).html).toContain("An alert appears here");
  const device = await addDevice(house.database, home);
  await house.post(device, { temp1: 33 });
  await addAlert(house.database, home, { kind: "incident", title: "Power or internet" });
  await addAlert(house.database, home, { kind: "heating_stopped", title: "Heating" });
  await addAlert(house.database, home, { kind: "forecast", title: "Outdoors" });
  const english = (await ada.see("/alerts")).html;
  expect(english).toContain("Pipes may freeze: Temperature (Cellar)");
  expect(english).not.toContain("temp1");
  const spanish = (await ada.see("/alerts?lang=es")).html;
  for (const title of ["afectados: corriente o internet", "apagada: la casa", "al aire libre"])
    expect(spanish).toContain(title);
  expect((await ada.see("/home?lang=es")).html).not.toMatch(/Power or internet|: Heating|Outdoors/);
});

test("a freeze that eased before its end is listed as the danger that it was", async () => {
  const home = await addHome(house.database, "Larch Street");
  const openedAt = new Date(house.clock().getTime() - 3_600_000);
  await addAlert(house.database, home, { severity: "critical", openedAt, closedAt: house.clock() });
  await house.database.sql`update alerts set severity = 'warning' where household_id = ${home}`;
  expect((await (await ownerOf(home)).see("/alerts")).html).toContain("Danger of freezing: Crawl space");
});

describe("the home", () => {
  test("says an alert once, and beside a dry sensor why the alert goes on", async () => {
    const { home, ada } = await anOwner("Maple Street");
    const device = await addDevice(house.database, home);
    const post = (body: string) =>
      house.apps.ingest.request(`/api/ingest/${device.ingestKey}`, { method: "POST", body });
    await post('{"flood1": true}');
    house.clock.advance(60_000);
    await post('{"flood1": false}');
    const { html } = await ada.see("/home");
    expect(html.split("Water leak: Leak sensor (Cellar) was wet and is dry now").length - 1).toBe(1);
    expect(html).toContain("The alert ends once it stays dry.");
    house.clock.advance(6 * 3_600_000);
    // How long it has been dry is unknown.
    expect((await ada.see("/home")).html).toContain(">The alert ends once it stays dry.");
    house.clock.advance(4 * 3_600_000);
    const { database } = house;
    await database.sql`update alerts set closed_at = now() where household_id = ${home}`;
    await database.sql`update alerts set opened_at = ${"2026-01-01"} where household_id = ${home}`;
    const silent = (await ada.see("/home")).html;
    expect(silent).not.toContain("All is well");
    expect(silent).not.toContain("per hour");
  });

  test("shows alerts, cards and devices, and snoozes by a form", async () => {
    const { home, ada } = await anOwner("Pine Street");
    const device = await addDevice(house.database, home);
    await house.post(device, { temp1: 33, battery: 12 });
    const { html } = await ada.see("/home");
    expect(html).toMatch(/Pipes may freeze: Temperature \(Cellar\) is at 33\.0/);
    expect(html).toContain("battery 12%");
    expect((await ada.send("/home/quiet", { action: "snooze", hours: "4" })).location).toBe(
      "/home?done=snooze",
    );
    expect((await ada.see("/home")).html).toContain("Warnings are snoozed until");
    const viewer = await readerOf(house, await addMember(house.database, home, "viewer"));
    expect((await viewer.send("/home/quiet", { action: "vacation" })).status).toBe(403);
  });

  test("stands in the order and with the icons that its people choose, beside the weather", async () => {
    const { home, ada } = await anOwner("Oak Street");
    for (const space of ["Kitchen", "Den", "Hall"]) {
      const { ingestKey } = await addDevice(house.database, home, { space });
      await house.post({ ingestKey }, { temp1: 60 });
    }
    const rooms = async () => {
      const { html } = await ada.see("/home");
      return [...html.matchAll(/<h2 id="room-\d+">.*?<\/svg>(.*?)<\/h2>/gs)].map(([, name]) => name);
    };
    expect(await rooms()).toEqual(["Kitchen", "Den", "Hall"]);
    await ada.send("/settings/rooms", { room: "Den", move: "up" });
    await ada.send("/settings/rooms", { room: "Den", icon: "office" });
    await ada.send("/settings/rooms", { room: "Gone", move: "up" });
    for (const [room, move] of [
      ["Den", "up"],
      ["Hall", "down"],
    ] as const)
      await ada.send("/settings/rooms", { room, move });
    expect(await rooms()).toEqual(["Den", "Kitchen", "Hall"]);
    const [stored] = await house.database.sql`select rooms from households where id = ${home}`;
    expect(stored?.rooms).toEqual([
      { name: "Den", icon: "office" },
      { name: "Kitchen", icon: null },
      { name: "Hall", icon: null },
    ]);
    expect((await ada.see("/settings/rooms")).html).toMatch(/value="office"[^>]*aria-pressed="true"/);
    await house.database.sql`
      update devices set space = 'Sótano' where household_id = ${home} and space = 'Kitchen'`;
    expect(await rooms()).toEqual(["Den", "Hall", "Sótano"]);
    const { html } = await ada.see("/settings/rooms");
    expect(html).toMatch(/value="basement"[^>]*aria-pressed="true"/);
    expect(html).not.toContain('value="Kitchen"');
    expect((await ada.see("/home")).html).toContain("Set your location");
    await house.database.sql`update households set latitude = 46.8, longitude = -92.1 where id = ${home}`;
    const outdoor = { from: house.clock().toISOString(), celsius: Array(36).fill(-10) };
    await house.database.sql`
      insert into household_checks (household_id, due_at, outdoor)
      values (${home}, now(), ${JSON.stringify(outdoor)}) on conflict (household_id) do update
      set outdoor = excluded.outdoor`;
    expect((await ada.see("/home")).html).toMatch(/Outside <strong>14\.0.*?Tonight&#39;s low <strong>14\.0/s);
  });

  test("without a device is named first, and then offers its first sensor", async () => {
    for (const [name, location] of [
      ["My home", "/welcome"],
      ["Mi casa", "/welcome"],
      ["Elm Street", null],
    ] as const) {
      const home = await addHome(house.database, name);
      const ada = await ownerOf(home);
      const shown = await ada.see("/home");
      expect([shown.location, shown.html.includes("Add device")]).toEqual([location, location === null]);
    }
  });
});

describe("an alert", () => {
  test("is taken on by whoever is signed in, and until its moment by the link of a message without signing in", async () => {
    const home = await addHome(house.database, "Oak Street");
    const owner = await addMember(house.database, home, "owner", "owner@oak.example");
    const { id } = await addAlert(house.database, home, { openedAt: house.clock() });
    const link = { home, userId: owner.userId, alerts: [id], endsAt: alertLinkExpiry(house.clock()) };
    const token = await addAlertLink(house.database, link);
    const ended = await addAlertLink(house.database, { ...link, endsAt: house.clock() });
    const signedOut = await app.request(`/a/${token}`);
    const html = await signedOut.text();
    expect([signedOut.status, signedOut.headers.get("Referrer-Policy")]).toEqual([200, "no-referrer"]);
    expect(html).toContain("38 °F is at or below the warning limit of 40 °F");
    const taken = await nobody().send(`/a/${token}`, {}, { "Sec-Fetch-Site": "none" });
    expect([taken.status, taken.location]).toEqual([303, `/a/${token}?done=acknowledged`]);
    const ada = await readerOf(house, owner);
    expect((await ada.see(`/alerts/${id}`)).html).toContain("Acknowledged by owner@oak.example");
    for (const dead of [`${token.slice(0, -2)}xx`, ended])
      expect((await app.request(`/a/${dead}`)).status).toBe(404);
    expect((await browserOf(app, { cookie: house.cookie }).see(`/alerts/${id}`)).status).toBe(404);
  });

  test("that asks whether the heating has stopped is answered by one press, signed in or by the link", async () => {
    const home = await addHome(house.database, "Elm Street");
    const owner = await addMember(house.database, home, "owner");
    const viewer = await addMember(house.database, home, "viewer");
    const question = { kind: "heating_stopped", subject: home, openedAt: house.clock() } as const;
    const { id } = await addAlert(house.database, home, question);
    const freeze = await addAlert(house.database, home, { openedAt: house.clock() });
    const link = async (userId: string) => {
      const token = await addAlertLink(house.database, {
        home,
        userId: userId,
        alerts: [freeze.id, id],
        endsAt: alertLinkExpiry(house.clock()),
      });
      return `/a/${token}`;
    };
    const answered = async () => {
      const [row] = await house.database.sql<{ answer: unknown }>`
        select state->'answer'->>'is' as answer from alert_states where household_id = ${home}
        and subject = ${home}`;
      return row?.answer;
    };
    const path = await link(owner.userId);
    const html = await (await app.request(path)).text();
    expect(html).toContain("Did you turn the heating down?");
    expect(html.match(new RegExp(`action="${path}/answer"`, "g"))).toHaveLength(3);
    expect(await (await app.request(path, { headers: { "Accept-Language": "es" } })).text()).toContain(
      "¿Ha bajado usted la calefacción?",
    );
    const pressed = await nobody().send(`${path}/answer`, { answer: "turned_down", hours: "72" });
    expect([pressed.status, pressed.location]).toEqual([303, `${path}?done=explained`]);
    expect(await answered()).toBe("turned_down");
    const ada = await readerOf(house, owner);
    expect((await ada.see(`/alerts/${id}`)).html).toContain(`action="/alerts/${id}/answer"`);
    expect((await ada.see(`/alerts/${freeze.id}`)).html).not.toContain("Did you turn the heating down?");
    const no = await ada.send(`/alerts/${id}/answer`, { answer: "no" });
    expect(no.location).toBe(`/alerts/${id}?done=unexplained`);
    expect(await answered()).toBe("no");
    const looking = await link(viewer.userId);
    expect(await (await app.request(looking)).text()).not.toContain("Did you turn the heating down?");
    expect((await nobody().send(`${looking}/answer`, { answer: "no" })).status).toBe(403);
    expect((await nobody().send(`${path}/answer`, { answer: "maybe" })).location).toBe(path);
    expect((await nobody().send(`/a/${newAlertToken(cryptoRandom)}/answer`, { answer: "no" })).status).toBe(
      404,
    );
  });
});

describe("pucks and bays", () => {
  const PATH = "/settings/pucks";
  const SECRET = "000102030405060708090a0b0c0d0e0f";

  async function homeWithBay() {
    const home = await addHome(house.database, "Puck Street");
    const caller = await addMember(house.database, home, "owner");
    const { ingestKey } = await addDevice(house.database, home, { space: "Den" });
    await house.post({ ingestKey }, { temp1: 60 });
    await aBay({ house, home, caller });
    return browserOf(app, { cookie: await house.as(caller) });
  }

  test("are listed with what each shows", async () => {
    const browser = await homeWithBay();
    await browser.send(PATH, { device_id: "24:6F:28:AE:C3:10", secret: SECRET });
    const { html } = await browser.see(PATH);
    expect(html).toContain("Not claimed yet");
    expect(html).toMatch(/Chilly: Only 60(\.0)?.°F · /);
    expect((await browser.see(`${PATH}?lang=es`)).html).not.toContain("Only 60");
    await browser.send(`${PATH}/24:6F:28:AE:C3:10/remove`, {});
    expect((await browser.see(PATH)).html).not.toContain("24:6F:28:AE:C3:10");
  });
});

test("a Free home is offered no text message, push or second link that it would not get", async () => {
  const { home, ada } = await anOwner("Small flat", "free");
  const notifications = await ada.see("/notifications");
  expect(notifications.html).toContain("Text messages and push need Pro.");
  expect(notifications.html).not.toContain("left this month");
  const steps = (await ada.see("/escalation")).html.replace(/<option value="sms" selected/, "");
  for (const channel of ["push", "call", "sms", "email,push"])
    expect(steps + notifications.html).not.toContain(`value="${channel}"`);
  const form = 'action="/sharing/links"';
  expect((await ada.see("/sharing")).html).toContain(form);
  const expiresAt = new Date(house.clock().getTime() + 86_400_000);
  await addShareLink(house.database, home, { expiresAt });
  const full = (await ada.see("/sharing")).html;
  expect([full.includes(form), full.includes('href="/settings/plan"')]).toEqual([false, true]);
});

test("a Free home sees the keys and tokens that it made on Pro, and can revoke them", async () => {
  const { home, ada } = await anOwner("Small house", "free");
  await addApiKey(house.database, home);
  await addInboundToken(house.database, home);
  const endings = async () =>
    [...(await ada.see("/sharing")).html.matchAll(/\/sharing\/\w+\/\w+\/end/g)].map(String);
  const shown = await endings();
  for (const path of shown) await ada.send(path);
  expect([shown.length, await endings()]).toEqual([2, []]);
});

test("an outside contact's address is whole for those who type it, and masked for others", async () => {
  const home = await addHome(house.database);
  const tom = await addOutsider(house.database, home, { address: "tom@post.example" });
  const ben = await readerOf(house, await addMember(house.database, home, "viewer"));
  expect((await (await ownerOf(home)).see("/escalation")).text).toContain(tom.address);
  expect((await ben.see("/escalation")).text).toContain("t…@post.example");
});

test("a step of an escalation whose person has left says so to whoever may change it", async () => {
  const home = await addHome(house.database);
  const [ada, ben] = [await ownerOf(home), await addMember(house.database, home, "member")];
  const steps = { after_minutes_0: "0", whom_0: "everybody", after_minutes_1: "5", whom_1: ben.userId };
  await ada.send("/escalation", steps);
  await ada.send(`/people/${ben.userId}/remove`, {});
  expect((await ada.see("/escalation")).html).toContain("Somebody who has left</option>");
});

test("the list of alerts calls an open one as the home's page does, and says to the home's people alone who is on it", async () => {
  const home = await addHome(house.database, "Elm Street");
  const member = await addMember(house.database, home);
  const ada = await readerOf(house, member);
  const device = await addDevice(house.database, home);
  const post = (value: number) => house.post(device, { temp1: value });
  for (const value of [50, 38, 33, 33]) {
    await post(value);
    house.clock.advance(60_000);
  }
  const title = "Pipes may freeze: Temperature (Cellar) is at 33.0";
  expect((await ada.see("/home")).html).toContain(title);
  const { html } = await ada.see("/alerts");
  expect([html.includes(title), html.includes("Open (1)")]).toEqual([true, true]);
  expect(html).toContain('<span class="count">1</span>');
  const [, id = ""] = /href="\/alerts\/(alr_\w+)"/.exec(html) ?? [];
  await ada.send(`/alerts/${id}/ack`, {});
  const viewer = await readerOf(house, await addMember(house.database, home, "viewer"));
  for (const path of ["/alerts", "/home"])
    expect((await viewer.see(path)).html).toContain(`${member.email} is on it`);
  await addAlert(house.database, home, { kind: "leak", severity: "critical" });
  expect((await viewer.see("/home")).html).toContain(`${member.email} is on it`);
  const shared = (await nobody().see(`/s/${await addShareLink(house.database, home)}`)).html;
  expect(shared).not.toContain(member.email);
  await house.database.query("update alerts set closed_at = $2 where household_id = $1 and id <> $3", [
    ...[home, house.clock(), id],
  ]);
  const alone = (await nobody().see(`/s/${await addShareLink(house.database, home)}`)).html;
  expect([alone.includes("Someone is on it"), alone.includes(member.email)]).toEqual([true, false]);
});

test("water that is still there is named before newer water that has dried", async () => {
  const home = await addHome(house.database);
  const { see } = await readerOf(house, await addMember(house.database, home));
  const laundry = await addDevice(house.database, home, { space: "Laundry" });
  const cellar = await addDevice(house.database, home, { space: "Cellar" });
  const posts = [
    [laundry, true],
    [cellar, true],
    [cellar, false],
  ] as const;
  for (const [device, flood1] of posts) {
    await house.post(device, { flood1 });
    house.clock.advance(60_000);
  }
  const inOrder = /\(Laundry\) is wet.*\(Cellar\) was wet and is dry now/s;
  for (const path of ["/home", "/alerts"]) expect((await see(path)).html).toMatch(inOrder);
});

test("a device that is switched off is none of those that the home counts", async () => {
  const home = await addHome(house.database);
  await house.post(await addDevice(house.database, home), { temp1: 60 });
  await addDevice(house.database, home, { name: "Old node", enabled: false });
  const { text } = await (await ownerOf(home)).see("/home");
  expect(text).toContain("1 device, online.");
});

test("a home that waits for its first reading leads on to its device, for whoever may set it up", async () => {
  const home = await addHome(house.database, "Lake house");
  const device = await addDevice(house.database, home);
  const ways = async (role: "owner" | "viewer") =>
    (await (await readerOf(house, await addMember(house.database, home, role))).see("/home")).html.includes(
      `href="/devices/${device.id}/set-up"`,
    );
  expect([await ways("owner"), await ways("viewer")]).toEqual([true, false]);
});

test("a home on trial sees when it ends, and can keep Pro", async () => {
  const { home, ada } = await anOwner("Lake house", "free");
  await house.database.sql`
    update households set trial_ends_at = ${new Date(house.clock().getTime() + 5 * 86_400_000)}
    where id = ${home}`;
  const { html } = await ada.see("/settings/plan");
  expect(html).toMatch(/on Pro, on trial until [^.]+\. After that it&#39;s on Free\./);
  expect([html.includes("Keep Pro"), html.includes("Change to Pro")]).toEqual([true, false]);
});

test("whoever removes a member chooses what becomes of their keys and links; of an owner's they end", async () => {
  const { home, ada } = await anOwner();
  const guests = [
    await addMember(house.database, home, "owner"),
    await addMember(house.database, home, "member"),
  ];
  await house.database.sql`update users set name = 'Gus' where id = ${guests[1]?.userId}`;
  const ticked: boolean[] = [];
  for (const guest of guests) {
    const { html } = await ada.see("/people");
    expect(html).toContain("Gus won&#39;t see this home");
    const form = html.split(`action="/people/${guest.userId}/remove"`)[1]?.split("</form>")[0] ?? "";
    ticked.push(/name="revoke_keys"[^>]* checked/.test(form));
    await addApiKey(house.database, home);
    const mark = "update api_keys set created_by = $2 where household_id = $1 and created_by = 'usr_ada'";
    await house.database.query(mark, [home, guest.userId]);
  }
  expect(ticked).toEqual([true, false]);
  const [owner, member] = guests.map(({ userId }) => userId);
  await ada.send(`/people/${owner}/remove`, { revoke_keys: "yes" });
  await ada.send(`/people/${member}/remove`, {});
  const left = "select created_by from api_keys where household_id = $1 and revoked_at is null";
  expect(await house.database.query(left, [home])).toEqual([{ created_by: member }]);
});
