import { expect, test } from "vitest";
import { showCoverage } from "../../lib/emergency/card.actions.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addDevice, addHome, addMember } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { addOutsider } from "../support/outsiders.ts";
import { readerOf } from "../support/reader.ts";

const house = await openHouse();
const home = await addHome(house.database, "Elm Street", "free");
const ada = await addMember(house.database, home, "owner");
// Signing in proves that mail reaches her.
await house.as(ada);

const gaps = async (of = home) => {
  const shown = await showCoverage(house.services, of);
  return shown.ok ? shown.value.gaps.map(({ gap }) => gap) : [];
};

test("a home's report follows what its devices say, and its page says what to do", async () => {
  expect(await gaps()).toEqual(["no_sensor", "one_person", "one_channel"]);
  const { ingestKey } = await addDevice(house.database, home);
  expect(await gaps()).toEqual(["no_sensor", "no_data_yet", "one_person", "one_channel"]);
  const post = (body: object) => house.post({ ingestKey }, body);
  expect((await post({ temp1: 68, flood1: false })).status).toBe(200);
  expect(await gaps()).toEqual(["one_person", "one_channel", "one_source", "never_wet", "never_cold"]);
  const untried = (await (await readerOf(house, ada)).see("/coverage")).html;
  expect(untried).toMatch(/>Never seen cold: Temperature[^<]*</);
  expect(untried).not.toContain("temp1");
  expect(untried).toContain(`one channel: ${ada.email}<`);
  house.clock.advance(60_000);
  await post({ temp1: 33, flood1: true });
  expect(await gaps()).toEqual(["one_person", "one_channel", "one_source"]);
  house.clock.advance(2 * 86_400_000);
  expect(await gaps()).toContain("room_silent");
  const { html } = await (await readerOf(house, ada)).see("/coverage");
  expect(html).toContain("Check the battery and the Wi-Fi");
  const { id: nora } = await addOutsider(house.database, home);
  const { id: asked } = await addOutsider(house.database, home, { confirmedAt: null });
  const whoms = [ada.userId, nora, asked, "usr_gone"];
  const steps = JSON.stringify(whoms.map((whom) => ({ whom, channels: null, afterMinutes: 5 })));
  await house.database.sql`insert into escalations values (${home}, ${steps}::jsonb, ${house.clock()})`;
  expect((await gaps()).filter((gap) => gap === "step_reaches_nobody")).toHaveLength(2);
  const viewer = await readerOf(house, await addMember(house.database, home, "viewer"));
  expect((await viewer.see("/coverage")).status).toBe(403);
  expect((await viewer.see("/settings")).html).not.toContain("/coverage");
});

test("on Free, push and a neighbor's texts are no channels, and news that only the neighbor gets goes to the members", async () => {
  const flat = await addHome(house.database, "Flat", "free");
  const eve = await addMember(house.database, flat, "owner");
  await addContactPoint(house.database, eve.userId, "push", "a-token");
  const { id: whom } = await addOutsider(house.database, flat, { channel: "sms", address: "+14155550123" });
  const steps = JSON.stringify([{ whom, channels: null, afterMinutes: 0 }]);
  await house.database.sql`insert into escalations values (${flat}, ${steps}::jsonb, ${house.clock()})`;
  await house.post(await addDevice(house.database, flat), { flood1: true });
  await dispatch(house.services);
  expect(house.sent.map(({ recipient }) => recipient)).toContain(eve.email);
  expect(await gaps(flat)).toEqual(expect.arrayContaining(["one_channel", "step_reaches_nobody"]));
});
