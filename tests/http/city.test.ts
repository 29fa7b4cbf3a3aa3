import { expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { countCities, showCity } from "../../lib/reports/city/city.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";

const account = await openHouse();

const look = () => showCity(account.services, account.home);
const join = (homes: string[]) =>
  account.database.sql`
    update households set city = ' Duluth', share_city_aggregates = true where id = any(${homes}::text[])`;

/** Adds a thermometer whose lowest reading on the 19th was `low`, in °F. */
async function addLow(home: string, low: number, space = "Hall"): Promise<void> {
  const device = await addDevice(account.database, home, { name: space, space });
  await account.database.query(
    `insert into sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
     values ($1, $1, 1, 'temp1', $2, 'temperature', '°F', false, now())`,
    [device.id, space],
  );
  await account.database.sql`
    insert into history_1d (device_number, position, bucket, readings, mean, low)
    select number, 1, '2026-11-19'::date - '1970-01-01'::date, 9, 70, ${low} from devices
    where id = ${device.id}`;
}
const addAlert = (home: string, kind: string, closeReason: string | null = null) =>
  account.database.query(
    `insert into alerts (id, household_id, kind, subject, episode, severity, opened_at, closed_at, close_reason, title)
     values ($1 || $2, $1, $2, $1, 1, 'warning', '2026-11-19T20:00Z', '2026-11-19T21:00Z', $3, 'x')`,
    [home, kind, closeReason],
  );

test("a city is seen by who takes part, and only from ten homes on", async () => {
  expect(await look()).toMatchObject({ ok: false, problem: { name: "city_not_shared" } });
  const homes = [account.home];
  while (homes.length <= LIMITS.cityHomesMin) homes.push(await addHome(account.database, "Next door"));
  const [first = "", second = "", third = "", fourth = ""] = homes.slice(1);
  for (const [index, home] of homes.entries()) await addLow(home, 51.2 + index);
  await addLow(first, -4, "Freezer");
  await addLow(second, 5, "Outdoor");
  await addLow(third, 47, "Freezer");
  await account.database.sql`
    update sensors set placement = 'room' where device_id = (select id from devices where household_id = ${third}
    and space = 'Freezer')`;
  for (const home of [first, second, third]) await addAlert(home, "incident");
  await addAlert(first, "heating_stopped");
  await addAlert(fourth, "heating_stopped", "answered");
  await join(homes.slice(0, LIMITS.cityHomesMin - 1));
  await countCities(account.services, "2026-11-18");
  expect(await look()).toEqual({ ok: true, value: { city: null } });
  await join(homes);
  expect(await countCities(account.services, "2026-11-19")).toEqual({ city_cells: 1 });
  const counted = { city: "Duluth", day: "2026-11-19", homes: 11 };
  expect(await look()).toEqual({
    ok: true,
    value: {
      city: { ...counted, withoutPower: 3, withoutHeating: 1, lowest: 46, unit: "°F" },
    },
  });
});

test("its homes read of it in their reports and their settings, and nobody else does", async () => {
  const page = pagesApp(account.services);
  const settings = async (Cookie: string) =>
    (await (await page.request("/settings/city", { headers: { Cookie } })).text()).replace(/<[^>]*>/g, " ");
  expect(await settings(account.cookie)).toMatch(
    /11 homes take part.*3 without power.*1 without heating.*46 °F/s,
  );
  expect(await settings(account.otherCookie)).not.toMatch(/homes take part/);
});
