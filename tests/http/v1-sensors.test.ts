import { describe, expect, test } from "vitest";
import { answerOf, openApi } from "../support/api.ts";
import { addDevice } from "../support/fixtures.ts";

const api = await openApi();
const device = await addDevice(api.database, api.home);
await api.post(device, { temp1: 40, humidity1: 50, door1: false });

type Kept = { id: string; key: string; label: string; visible: boolean };
const sensorsOf = (deviceId: string) =>
  api.database.sql<Kept>`
    select id, key, label, visible from sensors where device_id = ${deviceId} order by position`;

const batch = (body: unknown) =>
  answerOf<{ ok?: boolean; updated?: number; error?: string }>(
    api.call("POST", "devices/sensors-batch", { body }),
  );

describe("a batch of sensors", () => {
  test("is renamed and hidden in one call, and written into the activity once", async () => {
    const [temp, humidity, door] = await sensorsOf(device.id);
    api.database.resetCalls();
    const answer = await batch({
      sensors: [
        { id: temp?.id, label: " Pipe, north wall " },
        { id: humidity?.id, visible: false },
        { id: door?.id },
      ],
    });
    expect(answer).toEqual({ status: 200, body: { ok: true, updated: 3 } });
    expect(api.database.calls()).toBe(2);
    expect(await sensorsOf(device.id)).toEqual([
      { ...temp, label: "Pipe, north wall" },
      { ...humidity, visible: false },
      door,
    ]);
    expect(
      await api.database.sql`select household_id, details from activity where action = 'sensors_changed'`,
    ).toEqual([{ household_id: api.home, details: { sensors: 3 } }]);
  });

  test("with one id that is not the household's changes nothing and names it, foreign or unknown", async () => {
    const foreign = await addDevice(api.database, api.otherHome);
    await api.post(foreign, { temp1: 40 });
    const [own] = await sensorsOf(device.id);
    const [theirs] = await sensorsOf(foreign.id);
    for (const id of [theirs?.id, "sen_unknown"]) {
      const answer = await batch({
        sensors: [
          { id: own?.id, label: "Mine" },
          { id, label: "Stolen" },
        ],
      });
      expect(answer).toEqual({ status: 404, body: { error: `The sensor "${id}" is not found` } });
    }
    expect((await sensorsOf(foreign.id))[0]).toEqual(theirs);
    expect((await sensorsOf(device.id))[0]).toEqual(own);
  });
});

test("a placement can be set, is shown with its source, and is guessed again once it is removed", async () => {
  const freezer = await addDevice(api.database, api.home);
  await api.post(freezer, { freezer_temp: 2, humidity1: 50, door1: false });
  const [temp, humidity, door] = await sensorsOf(freezer.id);
  type Shown = { placement: string | null; placement_source: string | null; placement_proposal: unknown };
  const shown = async (id: string | undefined) => {
    const { body } = await answerOf<{ device: { sensors: (Shown & { id: string })[] } }>(
      api.call("GET", `devices/${freezer.id}`),
    );
    return body.device.sensors.find((sensor) => sensor.id === id);
  };
  const place = (placement: string | null) => batch({ sensors: [{ id: temp?.id, placement }] });
  expect(await shown(temp?.id)).toMatchObject({
    placement: "freezer",
    placement_source: "guess",
    placement_proposal: { placement: "freezer" },
  });
  expect(await shown(humidity?.id)).toMatchObject({ placement: "room", placement_source: "default" });
  expect(await shown(door?.id)).toMatchObject({ placement: null, placement_source: null });
  expect(await place("pipe")).toEqual({ status: 200, body: { ok: true, updated: 1 } });
  expect(await shown(temp?.id)).toMatchObject({ placement: "pipe", placement_source: "owner" });
  expect(await batch({ sensors: [{ id: temp?.id, label: "Box" }] })).toMatchObject({ status: 200 });
  expect(await shown(temp?.id)).toMatchObject({ placement: "pipe" });
  expect(await place(null)).toMatchObject({ status: 200 });
  expect(await shown(temp?.id)).toMatchObject({ placement: "room", placement_source: "default" });
  expect(await place("cupboard")).toMatchObject({ status: 400 });
});
