import { afterAll, beforeAll, expect, test } from "vitest";
import { addDevice, addHome, addMember } from "../support/cast.ts";
import { type House, openHouse } from "../support/house.ts";
import { readerOf } from "../support/reader.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse("2026-11-20T10:00:00Z");
});
afterAll(() => house.database.close());

test("a temperature without a unit is asked about on its pages, and one press answers", async () => {
  const home = await addHome(house.database, "Elm Street");
  const reader = await readerOf(house, await addMember(house.database, home, "owner"));
  const { ingestKey, id } = await addDevice(house.database, home, { name: "Node 7", space: "Study" });
  const body = JSON.stringify({ sensor_temp: 21 });
  await house.apps.ingest.request(`/api/ingest/${ingestKey}`, { method: "POST", body });
  const [sensor] = await house.database.query<{ id: string }>("select id from sensors where device_id = $1", [
    id,
  ]);
  const [alert] = await house.database.query<{ id: string }>(
    "select id from alerts where household_id = $1",
    [home],
  );
  const page = `/sensors/${sensor?.id}`;
  const asks = /at 21.°F or 21.°C\?/;
  for (const path of [page, `/devices/${id}/set-up`, `/alerts/${alert?.id}`, "/home"])
    expect((await reader.see(path)).html, path).toMatch(asks);
  const viewer = await readerOf(house, await addMember(house.database, home, "viewer"));
  expect((await viewer.see(page)).html).toContain("Ask somebody who manages");

  await reader.send(`${page}/unit`, { unit: "°C" });
  const answered = (await reader.see(page)).html;
  expect(answered).not.toMatch(asks);
  expect(answered).toMatch(/69\.8/);
  expect((await reader.see(`/alerts/${alert?.id}`)).html).not.toMatch(asks);
});
