import { expect, test } from "vitest";
import { runJob } from "../../lib/jobs/run-job.actions.ts";
import { addDevice, addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { readerOf } from "../support/reader.ts";
import { sensorOf } from "../support/readings.ts";

const house = await openHouse();

test("asks about a temperature without a unit on its pages, and one press answers", async () => {
  const home = await addHome(house.database, "Elm Street");
  const reader = await readerOf(house, await addMember(house.database, home, "owner"));
  const { ingestKey, id } = await addDevice(house.database, home, { name: "Node 7", space: "Study" });
  await house.post({ ingestKey }, { sensor_temp: 21 });
  await runJob(house.services, "collect-history", { trigger: "clock", at: house.clock() });
  const sensor = await sensorOf(house.database, id);
  const [alert] = await house.database.sql<{ id: string }>`
    select id from alerts where household_id = ${home}`;
  const page = `/sensors/${sensor}`;
  const asks = /at 21.°F or 21.°C\?/;
  for (const path of [page, `/devices/${id}/set-up`, `/alerts/${alert?.id}`, "/home"])
    expect((await reader.see(path)).html, path).toMatch(asks);
  for (const path of [page, `/devices/${id}`])
    expect((await reader.see(path)).html, path).toContain("°F or °C?");
  const viewer = await readerOf(house, await addMember(house.database, home, "viewer"));
  expect((await viewer.see(page)).html).toContain("Ask somebody who manages");

  await reader.send(`${page}/unit`, { unit: "°C" });
  const answered = (await reader.see(page)).html;
  expect(answered).not.toMatch(asks);
  expect(answered).toMatch(/69\.8/);
  for (const path of [page, `/devices/${id}`])
    expect((await reader.see(path)).html, path).not.toContain("°F or °C?");
  expect((await reader.see(`/alerts/${alert?.id}`)).html).not.toMatch(asks);
});

test("the sensors of a device get a name, a place and a unit in one form", async () => {
  const home = await addHome(house.database, "Oak Street");
  const reader = await readerOf(house, await addMember(house.database, home, "owner"));
  const { ingestKey, id } = await addDevice(house.database, home, { name: "Node 8", space: "Study" });
  const body = JSON.stringify({ temperature: 21, humidity1: 40, temp_c: 4 });
  await house.apps.ingest.request(`/api/ingest/${ingestKey}`, { method: "POST", body });
  const path = `/devices/${id}/set-up/sensors`;
  const sensors = await house.database.sql<{ id: string; key: string }>`
    select id, key from sensors where device_id = ${id} order by position`;
  const [bare, humidity, marked] = sensors.map((sensor) => sensor.id);
  const { html } = await reader.see(path);
  expect(html).toContain(`name="unit.${bare}"`);
  expect(html).not.toContain(`name="unit.${marked}"`);
  expect(html).toMatch(/value="Humidity"/);
  const sent = await reader.send(path, {
    [`label.${bare}`]: "Desk",
    [`placement.${bare}`]: "room",
    [`unit.${bare}`]: "°C",
    [`label.${humidity}`]: "",
  });
  expect(sent.location).toBe(`/devices/${id}?done=saved`);
  const rows = await house.database.sql`
    select label, placement, unit, unit_source from sensors where device_id = ${id} order by position`;
  expect(rows).toEqual([
    { label: "Desk", placement: "room", unit: "°C", unit_source: "settled" },
    { label: "humidity1", placement: null, unit: "%", unit_source: "sender" },
    { label: "temp_c", placement: null, unit: "°C", unit_source: "sender" },
  ]);
  const page = (await reader.see(`/devices/${id}`)).html;
  for (const key of ["temperature<", "humidity1<", "temp_c<"]) expect(page).not.toContain(`>${key}`);
});

test("a unit that was chosen by the home's other sensors is marked as that", async () => {
  const home = await addHome(house.database, "Ash Street");
  const reader = await readerOf(house, await addMember(house.database, home, "owner"));
  const post = (ingestKey: string, body: object) => house.post({ ingestKey }, body);
  const known = await addDevice(house.database, home, { name: "Node 1", space: "Bedroom" });
  await post(known.ingestKey, { temp_c: 20 });
  const { ingestKey, id } = await addDevice(house.database, home, { name: "Node 2", space: "Study" });
  await post(ingestKey, { room_temp: 21 });
  expect((await reader.see(`/devices/${id}`)).html).toContain("unit chosen to match your other sensors");
  expect((await reader.see(`/devices/${known.id}`)).html).not.toContain("unit chosen");
});
