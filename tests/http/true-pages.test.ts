import { beforeEach, expect, test } from "vitest";
import { judgeDueHomes } from "../../lib/alerts/judge-homes.actions.ts";
import { MINUTE_MS } from "../../lib/kernel/time.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import {
  addAlert,
  addDevice,
  addHome,
  addMember,
  addShareLink,
  type TestMember,
} from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { type Reader, readerOf } from "../support/reader.ts";
import { sensorOf } from "../support/readings.ts";

let home: string;
let ada: TestMember;
let browser: Reader;
let device: { id: string; ingestKey: string };

const house = await openHouse("2026-11-20T15:30:00Z");
beforeEach(async () => {
  home = await addHome(house.database, "Elm Street");
  ada = await addMember(house.database, home, "owner");
  browser = await readerOf(house, ada);
  device = await addDevice(house.database, home, { name: "Garage node", space: "Garage" });
});

const minutes = (count: number): void => house.clock.advance(count * MINUTE_MS);
const post = (body: object) => house.post(device, body);
const postAfter = async (gap: number, body: object) => [minutes(gap), await post(body)];
const read = async (path: string): Promise<string> => (await browser.see(path)).text;
/** Does something so many times, each time after some minutes. */
async function every(gap: number, times: number, act: () => unknown): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    minutes(gap);
    await act();
  }
}
const judge = () => judgeDueHomes(house.services);
const alertOn = async (path: string) => /\/alerts\/alr_\w+/.exec((await browser.see(path)).html)?.[0] ?? "";
const sensorPath = async () => `/sensors/${await sensorOf(house.database, device.id)}`;

test("what a room did in the last hour is its change in that hour, also where it fell at once and stood still since", async () => {
  await post({ temp1: 44.5 });
  await postAfter(34, { temp1: 24.6 });
  await postAfter(37, { temp1: 23.4 });
  expect(await read("/home")).toContain("down 21° in 1 hour");
  await postAfter(30, { temp1: 23.4 });
  expect(await read("/home")).toContain("down 1° in an hour");
});

test("a device whose key was replaced is not called connected before a reading has come by the new key", async () => {
  const setUp = `/devices/${device.id}/set-up`;
  await post({ temp1: 60 });
  expect(await read(setUp)).toContain("It's connected");
  minutes(5);
  expect((await browser.send(`/devices/${device.id}/rotate`)).location).toContain("done=rotated");
  expect(await read(setUp)).toContain("Waiting for the first reading with the new key");
  minutes(1);
  const ingestKey = /api\/ingest\/(\w+)/.exec((await browser.see(setUp)).html)?.[1] ?? "";
  device = { ...device, ingestKey };
  await post({ temp1: 60 });
  expect(await read(setUp)).toContain("It's connected");
});

test("an alert that somebody is on says until when there are no more reminders, and of a warning what ends that sooner", async () => {
  for (const [severity, ends] of [
    ["critical", "No more reminders for this alert until"],
    ["warning", "No more reminders, unless it gets worse."],
  ] as const) {
    const { id } = await addAlert(house.database, home, { severity, openedAt: house.clock() });
    await browser.send(`/alerts/${id}/ack`);
    expect(await read(`/alerts/${id}`)).toContain(ends);
  }
});

test("an alert that a neighbor is on the way to keeps its button for the home's own people, and can be assigned to each of them", async () => {
  const { id } = await addAlert(house.database, home, { severity: "critical", openedAt: house.clock() });
  const contact = "hct_tom";
  await house.database.sql`
    update alerts set acknowledged_at = ${house.clock()}, acknowledged_by = ${contact} where id = ${id}`;
  await house.database.query(
    "update alert_states set state = jsonb_set(state, '{ack}', $2::jsonb) where household_id = $1",
    [
      home,
      JSON.stringify({
        at: house.clock().getTime(),
        by: contact,
        severity: "critical",
        badness: 0,
        rung: 0,
      }),
    ],
  );
  for (const path of ["/home", `/alerts/${id}`]) {
    expect(await read(path)).toContain("I'm on it too");
    expect(await read(path)).toContain("has been helping since");
  }
  await browser.send(`/alerts/${id}/ack`);
  const [row] = await house.database.sql`select acknowledged_by from alerts where id = ${id}`;
  expect(row).toEqual({ acknowledged_by: ada.userId });
});

test("a home whose people are away says so to its own people alone, in words of its own", async () => {
  await post({ temp1: 60 });
  expect((await browser.send("/home/quiet", { action: "vacation" })).location).toBe("/home?done=vacation");
  expect(await read("/home?done=vacation")).toMatch(/You're away: .*We're back/);
  expect(await read("/home")).toContain("on vacation");
  const token = await addShareLink(house.database, home);
  for (const path of [`/s/${token}`, `/s/${token}?kiosk=1`])
    expect(await read(path)).not.toMatch(/vacation|away/i);
});

test("a share link's page in danger names every alert, the worst first, and offers nothing for makers", async () => {
  const openedAt = house.clock();
  await addAlert(house.database, home, { severity: "warning", title: "Attic", openedAt });
  await addAlert(house.database, home, { kind: "leak", severity: "critical", title: "Sump", openedAt });
  expect(await read(`/s/${await addShareLink(house.database, home)}`)).toMatch(/Sump.*Attic(?!.*Badge)/);
});

test("an alert shows its sensor's value as the last reading once its device is offline", async () => {
  await post({ flood1: true });
  expect(await read("/home")).toContain("is wet");
  minutes(80);
  expect(await read("/home")).toMatch(/was wet at its last reading, 1 hour ago/);
  expect(await read("/home")).not.toContain("is wet");
});

test("the icon of a state changes its form with it, not its color alone", async () => {
  const icons = async (isOn: boolean) => {
    await postAfter(1, { flood1: isOn, door1: isOn, motion1: isOn, switch1: isOn });
    return [...(await browser.see("/home")).html.matchAll(/class="value word"><svg.*? d="(.*?)"/g)];
  };
  const [off, on] = [await icons(false), await icons(true)].map((shown) => shown.map(([, path]) => path));
  expect(off?.filter((path) => on?.includes(path))).toEqual([]);
  expect([off?.length, on?.length]).toEqual([4, 4]);
});

test("the chart of an alert keeps the limit that was passed when a later decision names none", async () => {
  await post({ temp1: 20 });
  const path = await alertOn("/home");
  await house.database.sql`
    insert into findings (alert_id, sequence, household_id, at, finding)
    select alert_id, sequence + 1, household_id, at, jsonb_set(finding, '{limit}', 'null') from findings
    where household_id = ${home}`;
  expect(await read(path)).toContain("Limit 25.0");
});

test("a leak whose sensor has dried is shown in the past tense, and nobody is called while it stays dry", async () => {
  await post({ flood1: true });
  await dispatch(house.services);
  const [, alert = ""] = /\/alerts\/(alr_\w+)/.exec((await browser.see("/home")).html) ?? [];
  expect(await read(`/alerts/${alert}`)).toMatch(/is wet.*What happens next.*Everybody in the home/);
  await postAfter(2, { flood1: false });
  for (const path of ["/home", `/alerts/${alert}`]) {
    expect(await read(path)).toContain("was wet and is dry now");
    expect(await read(path)).not.toContain("is wet");
  }
  expect(await read(`/alerts/${alert}`)).not.toContain("Everybody in the home");
});

test("a device is called offline since its last reading, as in its message, also when that is over", async () => {
  await every(10, 20, () => post({ temp1: 60 }));
  const at = house.clock().toLocaleTimeString("en", { timeStyle: "short", timeZone: "UTC" });
  const last = `\\w+, Nov \\d+, ${at.replace(/\s/, " ")}`;
  await every(10, 9, judge);
  expect(await read("/home")).toMatch(new RegExp(`is offline since ${last}`));
  await post({ temp1: 60 });
  await every(5, 1, judge);
  const over = new RegExp(`${last} · lasted 2 hours`);
  for (const path of ["/alerts", await alertOn("/alerts")]) expect(await read(path)).toMatch(over);
});

test("a time past the limit is about so long by an hour's extremes, and on so many days by a day's", async () => {
  await post({ temp1: 44 });
  await postAfter(10, { temp1: 24 });
  minutes(10);
  expect(await read("/charts?range=7d")).toMatch(/Below 33\.0.°F: about \d+ minutes/);
  expect(await read("/charts?range=1y")).toMatch(/Below 33\.0.°F: on 1 day CSV/);
});

test("a state of an offline device counts for as long as it was online", async () => {
  await post({ door1: true });
  await every(10, 4, () => post({ door1: false }));
  minutes(25);
  expect(await read("/home")).toContain("for 30 minutes");
});

test("a state in quarter hours is shown as at most so long and at least so often", async () => {
  for (const isOpen of [true, false, true, false, true, false]) {
    await post({ door1: isOpen });
    house.clock.advance(5_000);
  }
  await postAfter(40, { door1: false });
  const path = await sensorPath();
  for (const range of ["24h", "7d"])
    expect(await read(`${path}?range=${range}`)).toMatch(/Open for up to .* · at least \d change/);
});

test("a single reading was past its limit at that moment, and for no time", async () => {
  await postAfter(14, { temp1: 24, door1: true });
  for (const range of ["24h", "7d", "30d"])
    expect(await read(`/charts?range=${range}`)).toMatch(/Below 33\.0.°F CSV/);
  expect(await read("/home")).not.toContain("or longer");
});

test("a link shows a late or offline device without a promise, and not for its whole room", async () => {
  const other = await addDevice(house.database, home, { name: "South node", space: "Garage" });
  const link = `/s/${await addShareLink(house.database, home)}`;
  const postBoth = async () => [await house.post(other, { temp1: 60 }), await post({ temp1: 60 })];
  await every(10, 18, postBoth);
  await every(10, 2, () => house.post(other, { temp1: 60 }));
  const promise = "We'll let you know";
  expect(await read("/home")).toContain(promise);
  expect(await read(link)).not.toContain(promise);
  await every(10, 3, () => house.post(other, { temp1: 60 }));
  expect(await read(link)).toMatch(/is offline: (?!.*room isn't)/);
});

test("what happened while a device was silent isn't known: how long a state lasted, or since when it is back", async () => {
  await every(10, 20, () => post({ door1: true }));
  await every(15, 20, judge);
  expect(await read("/alerts")).toContain("Garage node is offline since");
  await every(10, 3, () => post({ door1: true, flood1: true }));
  expect(await read("/home")).toMatch(/Open for \d+ minutes or longer/);
  expect(await read("/alerts")).toMatch(/is back online started /);
});

test("an alert of a removed sensor names it as while it was there, not by its key", async () => {
  await post({ flood1: true });
  const path = await alertOn("/home");
  await browser.send(`/devices/${device.id}/remove`);
  expect(await read(path)).toContain("Water: Leak sensor (Garage)");
});

test("who presses too late, or when another member is on it, isn't told that they are", async () => {
  const ben = await readerOf(house, await addMember(house.database, home, "member"));
  const { id } = await addAlert(house.database, home, { severity: "critical", openedAt: house.clock() });
  await ben.send(`/alerts/${id}/ack`);
  expect((await browser.send(`/alerts/${id}/ack`)).html).toMatch(
    /Thanks for answering.*Acknowledged by member/s,
  );
});

test("a home whose devices are all disabled waits for no reading, and doesn't claim to have none", async () => {
  await post({ temp1: 60 });
  await browser.send(`/devices/${device.id}`, { enabled: "no" });
  expect(await read("/home")).toContain("No sensors to show");
  expect(await read("/home")).not.toMatch(/Waiting|No devices yet/);
});

test("a trial of a sensor's limit promises no other days than those it looks at", async () => {
  await post({ temp1: 60 });
  const page = await read(`${await sensorPath()}?try=yes&freeze=on`);
  expect(new Set(page.match(/last \d+ days/g))).toEqual(new Set(["last 7 days"]));
});
