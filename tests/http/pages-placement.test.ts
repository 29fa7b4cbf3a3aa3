import { expect, test } from "vitest";
import { addDevice, addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { readerOf } from "../support/reader.ts";
import { sensorOf } from "../support/readings.ts";

const house = await openHouse();

test("a sensor's page says where it is guessed to be and why, until somebody says where it is", async () => {
  const home = await addHome(house.database, "Elm Street");
  const reader = await readerOf(house, await addMember(house.database, home, "owner"));
  const { ingestKey, id } = await addDevice(house.database, home, { name: "Node 7", space: "" });
  await house.post({ ingestKey }, { temp1: 38 });
  const sensor = await sensorOf(house.database, id);
  const page = `/sensors/${sensor}`;
  expect((await reader.see(page)).html).not.toContain("It was never as warm");

  const week = {
    placement: "unheated",
    reason: { code: "never_warm", values: {} },
    isApplied: false,
  };
  await house.database.sql`update sensors set placement_guess = ${JSON.stringify(week)}`;
  expect((await reader.see(page)).html).toMatch(
    /This may be “[^”]+”\. It was never as warm as a heated room/,
  );

  await house.database.sql`update devices set name = 'Garage'`;
  expect((await reader.see(page)).html).toMatch(/Treated as “[^”]+”\. It(&#39;|')s called “Garage/);

  await house.database.sql`update sensors set placement = 'room'`;
  const placed = (await reader.see(page)).html;
  expect(placed).not.toContain("Treated as");
  expect(placed).not.toContain("This may be “");
});
