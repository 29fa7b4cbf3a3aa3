import { beforeEach, describe, expect, test } from "vitest";
import { pagesApp } from "../../functions/pages/app.ts";
import { answerOf } from "../support/api.ts";
import { parseExposition } from "../support/exposition.ts";
import { addApiKey, addDevice, addShareLink, type TestDevice } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";

const MINUTE_MS = 60_000;
/** As Zigbee2MQTT publishes a closed and an open door. */
const CLOSED = { contact: true, battery: 97, linkquality: 120 };
const OPEN = { ...CLOSED, contact: false };

let home: string;
let door: TestDevice;
let key: string;

const house = await openHouse();
beforeEach(async () => {
  ({ home } = await house.newHome());
  door = await addDevice(house.database, home, { name: "Front door", space: "Hall" });
  key = await addApiKey(house.database, home);
});

async function post(body: unknown, device = door) {
  house.clock.advance(MINUTE_MS);
  const answer = await house.post(device, body);
  expect(answer.status).toBe(200);
}

const v1 = (path: string, method = "GET", body?: unknown) =>
  house.apps.v1.request(`/api/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const setMeaning = (contact_true_means: "open" | "closed" | null) =>
  v1(`devices/${door.id}`, "PATCH", { contact_true_means });
const doorOpen = async () =>
  parseExposition(await (await v1("metrics")).text()).get("hearthwatch_door_open")?.samples[0]?.value;
const goAway = () =>
  house.database.sql`update households set vacation_since = ${house.clock()} where id = ${home}`;
const alerts = () =>
  house.database.sql`select kind, closed_at from alerts where household_id = ${home} order by opened_at`;

async function family(): Promise<string> {
  const token = await addShareLink(house.database, home);
  const html = await (await pagesApp(house.services).request(`/s/${token}`)).text();
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

describe("a Zigbee2MQTT contact", () => {
  test("is closed by true in metrics and on the family's page, and kept as it was sent", async () => {
    await post(CLOSED);
    expect(await doorOpen()).toBe(0);
    expect(await family()).toMatch(/Closed/);
    const { body } = await answerOf<{ device: Record<string, unknown> }>(v1(`devices/${door.id}`));
    expect(body.device).toMatchObject({
      contact_true_means: null,
      sensors: [{ key: "contact", kind: "door", value_num: 1, value_bool: true, true_means: "closed" }],
    });
    const shared = await answerOf<{ readings: unknown[] }>(
      house.apps.share.request(`/api/share/${await addShareLink(house.database, home)}/latest`),
    );
    expect(shared.body.readings).toMatchObject([{ value_bool: true, true_means: "closed" }]);
    await post(OPEN);
    expect(await doorOpen()).toBe(1);
    expect(await family()).toMatch(/Open/);
    expect(await house.database.sql`select latest_values from devices where id = ${door.id}`).toEqual([
      { latest_values: [0] },
    ]);
  });

  test("means what its owner says from then on, for the past too, until that is taken back", async () => {
    await post(CLOSED);
    const changed = await answerOf<{ device: Record<string, unknown> }>(setMeaning("open"));
    expect(changed.body.device).toMatchObject({
      contact_true_means: "open",
      sensors: [{ true_means: "open" }],
    });
    expect(await doorOpen()).toBe(1);
    await v1(`devices/${door.id}`, "PATCH", { name: "Back door" });
    expect(await doorOpen()).toBe(1);
    await setMeaning(null);
    expect(await doorOpen()).toBe(0);
  });
});

test("another contact is open by true, as it always was, unless its owner says otherwise", async () => {
  await post({ contact: true, rssi: -61 });
  expect(await doorOpen()).toBe(1);
  await setMeaning("closed");
  expect(await doorOpen()).toBe(0);
  await goAway();
  await post({ contact: true, rssi: -61 });
  expect(await alerts()).toEqual([]);
  await post({ contact: false, rssi: -61 });
  expect(await alerts()).toMatchObject([{ kind: "rule", closed_at: null }]);
});
