import { beforeEach, expect, test } from "vitest";
import { listRules } from "../../lib/alerts/settings/settings.actions.ts";
import { addDevice, addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { type Reader, readerOf } from "../support/reader.ts";

const RULE = {
  name: "Cellar too cold",
  is: "below",
  value: "45",
  unit: "°F",
  for_minutes: "0",
  severity: "warning",
  hysteresis: "1",
  cooldown_minutes: "",
};

let home: string;
let reader: Reader;
let sensor: string;
const house = await openHouse();
beforeEach(async () => {
  home = await addHome(house.database, "Elm Street");
  reader = await readerOf(house, await addMember(house.database, home, "member"));
});

/** Posts two cold periods with a warm hour between them. */
async function postPast(): Promise<void> {
  const { ingestKey } = await addDevice(house.database, home);
  for (const temp1 of [50, 44, 50, 43.5, 50]) {
    house.clock.advance(3_600_000);
    await house.post({ ingestKey }, { temp1 });
  }
  const [row] = await house.database.sql<{ id: string }>`
    select sensors.id from sensors join devices on devices.id = device_id where household_id = ${home}`;
  sensor = row?.id ?? "";
}

const rules = async () => {
  const listed = await listRules(house.services, home, {});
  return listed.ok ? listed.value.rules : [];
};

test("a rule is tried on the past, made, changed, switched off, and removed", async () => {
  await postPast();
  const draft = new URLSearchParams({ ...RULE, sensor_id: sensor });
  const tried = await reader.see(`/rules?${draft}`);
  expect(tried.html).toContain("would have fired 2 times");
  expect(tried.html).toContain('value="Cellar too cold"');
  expect(await rules()).toEqual([]);
  expect((await reader.send("/rules", { ...RULE, sensor_id: sensor })).location).toBe("/rules?done=created");
  const [made] = await rules();
  const path = `/rules/${made?.id}`;
  expect((await reader.see("/rules")).html).toMatch(/Temperature \(Cellar\): below 45\.0/);
  const kept = (await reader.see(path)).html;
  expect(kept).toContain("would have fired 2 times");
  expect(kept).toContain('class="back" href="/rules"');
  expect((await reader.see(`${path}?${new URLSearchParams({ ...RULE, value: "44" })}`)).html).toContain(
    "would have fired once",
  );
  expect((await reader.send(path, { ...RULE, value: "43,6" })).location).toBe(`${path}?done=saved`);
  expect((await reader.see(path)).html).toContain("would have fired once");
  await reader.send(path, { enabled: "no" });
  expect(await rules()).toMatchObject([{ enabled: false }]);
  expect((await reader.see("/rules")).html).toContain("Disabled");
  expect((await reader.send(`${path}/remove`)).location).toBe("/rules?done=removed");
  expect((await reader.see(path)).status).toBe(404);
});

test("a rule of a sensor for water waits for wet or dry, and says so", async () => {
  await postPast();
  const { ingestKey } = await addDevice(house.database, home);
  await house.post({ ingestKey }, { flood1: 0 });
  const [flood] = await house.database.sql<{ id: string }>`
    select sensors.id from sensors join devices on devices.id = device_id where household_id = ${home}
    and key = 'flood1'`;
  const asked = (await reader.see("/rules")).html;
  expect([asked.includes("Leak sensor"), asked.includes('name="value"')]).toEqual([true, false]);
  const form = (await reader.see(`/rules?sensor_id=${flood?.id}`)).html;
  expect(form).toMatch(/<option value="1" selected="">Wet<\/option><option value="0">Dry<\/option>/);
  await reader.send("/rules", {
    sensor_id: flood?.id ?? "",
    name: "Wet cellar",
    is: "equals",
    value: "1",
    severity: "warning",
    for_minutes: "5",
    cooldown_minutes: "",
  });
  expect(await rules()).toMatchObject([{ is: "equals", value: 1, for_minutes: 5, cooldown_minutes: null }]);
  expect((await reader.see("/rules")).html).toMatch(/Leak sensor \(Cellar\): Wet for 5 minutes/);
});

test("the home's limits are tried on the past, saved where they differ, and refused at their field", async () => {
  await postPast();
  const shown = await reader.see("/settings/alerts");
  expect(shown.html).toMatch(/Temperature \(Cellar\).*?warns at 40\.0.*?critical at 35\.0/s);
  const fields = {
    unit: "°F",
    critical: "35",
    high: "60",
    outdoor_low: "28",
    freeze: "yes",
    humidity: "yes",
    leak: "yes",
  };
  const all = { ...fields, outage: "yes", forecast: "yes" };
  const tried = await reader.see(
    `/settings/alerts?${new URLSearchParams({ ...all, warning: "44.5", try: "yes" })}`,
  );
  expect(tried.html).toMatch(/[12] alerts? in the last 30 days\..*?reached 4[34]\./s);
  expect(tried.html).toContain("can&#39;t replay");
  const settings = async () =>
    (await house.database.sql`select alert_settings as s from households where id = ${home}`)[0]?.s;
  expect(await settings()).toEqual({});
  await reader.send("/settings/alerts", { ...all, warning: "40" });
  expect(await settings()).toEqual({});
  await reader.send("/settings/alerts", { ...fields, outage: "yes", warning: "44.5" });
  expect(await settings()).toEqual({
    freeze: { warning: { value: 44.5, unit: "°F" } },
    forecast: { enabled: false },
  });
  for (const warning of ["warm", "9999"]) {
    const refused = await reader.send("/settings/alerts", { ...all, warning });
    expect(refused.html).toMatch(/id="what-is-wrong">Enter (a number|200 or less)/);
    expect(refused.html).toContain(`value="${warning}"`);
  }
  expect((await reader.send("/settings/alerts", { ...all, warning: "30" })).html).toContain('role="alert"');
});
