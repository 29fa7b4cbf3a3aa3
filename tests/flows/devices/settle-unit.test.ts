import { describe, expect, test } from "vitest";
import { changeDevice, settleUnit } from "../../../lib/alerts/change-devices.actions.ts";
import { judgeDueHomes } from "../../../lib/alerts/judge-homes.actions.ts";
import { openAlerts } from "../../support/alerts.ts";
import { eachTest } from "../../support/each-test.ts";
import { addDevice } from "../../support/fixtures.ts";

const world = eachTest(openAlerts);

const acting = () =>
  ({ householdId: world.home, actor: { type: "user", id: world.owner.userId, ip: null } }) as const;

test("a frost that was °C taken for °F ends with the mend, and the leak beside it goes on", async () => {
  const mend = () => changeDevice(world.services, acting(), world.device.id, { flat_temperature_unit: "C" });
  await world.post({ temp1: 21, flood1: true });
  expect(await world.alerts("freeze")).toMatchObject([{ severity: "critical", closed_at: null }]);
  expect(await mend()).toMatchObject({ ok: true });
  expect(await world.alerts("freeze")).toMatchObject([{ close_reason: "misread" }]);
  expect(await world.alerts("leak")).toMatchObject([{ closed_at: null }]);
  // A real frost in °C alerts again, and a second correction doesn't end it.
  for (const minutes of [1, 2]) {
    world.clock.advance(minutes * 60_000);
    await world.post({ temp1: -5 });
  }
  expect(await mend()).toMatchObject({ ok: true });
  expect((await world.alerts("freeze")).at(-1)).toMatchObject({ closed_at: null });
});

describe("a number that may be °F or °C", () => {
  const choose = async (unit: "°F" | "°C") => {
    const [sensor] = await world.database.sql<{ id: string }>`select id from sensors where key = 'room_temp'`;
    return settleUnit(world.services, acting(), { sensorId: sensor?.id ?? "" }, unit);
  };
  const tick = () => judgeDueHomes({ ...world.services, forecast: async () => null });
  const open = async () =>
    (await world.alerts())
      .filter(({ closed_at: closed }) => closed === null)
      .map(({ kind, severity }) => `${kind} ${severity}`);

  test.each([5, 21, -15])("raises no critical alert at %d, and the first message asks", async (value) => {
    await world.post({ room_temp: value });
    expect(await open()).toEqual(["freeze warning"]);
    const texts = (await world.send()).map(({ content }) => JSON.stringify(content));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toMatch(new RegExp(`at ${value} (°F|F) or ${value} (°C|C)\\?`));
  });

  test("stays a question through ticks and further readings", async () => {
    for (const value of [21, 19, 17, 15, 13]) {
      await world.post({ room_temp: value });
      world.clock.advance(30 * 60_000);
      await tick();
    }
    expect(await open()).toEqual(["freeze warning"]);
  });

  test("ends as misread once it is °C, and a room of 21 °C is left in peace", async () => {
    await world.post({ room_temp: 21 });
    await choose("°C");
    expect(await open()).toEqual([]);
    world.clock.advance(60_000);
    await world.post({ room_temp: 20.5 });
    expect(await open()).toEqual([]);
  });

  test("is critical as soon as it is known to be °F", async () => {
    await world.post({ room_temp: 21 });
    await choose("°F");
    await tick();
    expect(await open()).toEqual(["freeze critical"]);
  });
});

describe("a first bare temperature in a home with rooms whose unit is known", () => {
  const addRoom = async (name: string, body: object, space = "Upstairs") => {
    const room = await addDevice(world.database, world.home, { name, space });
    await world.post(body, room);
    return room;
  };
  const unitOf = async (body: object, { name = "Desk node", space = "Study" } = {}) => {
    const node = await addDevice(world.database, world.home, { name, space });
    await world.post(body, node);
    return (
      await world.database.sql<{ unit: string; unit_source: string }>`
        select unit, unit_source from sensors where device_id = ${node.id} and kind = 'temperature'
        order by position`
    ).map(({ unit, unit_source }) => `${unit} ${unit_source}`);
  };

  test("has the unit in which it agrees with one of them, and raises nothing", async () => {
    await addRoom("Bedroom node", { temp_c: 20.5 });
    expect(await unitOf({ room_temp: 21 })).toEqual(["°C siblings"]);
    expect(await world.alerts()).toEqual([]);
  });

  test("has °F where that agrees", async () => {
    await addRoom("Hall node", { temp_f: 48 });
    expect(await unitOf({ room_temp: 47 })).toEqual(["°F siblings"]);
  });

  test.each([
    ["agrees in neither unit", { room_temp: 5 }, {}],
    ["is in a freezer", { room_temp: 21 }, { name: "Freezer node" }],
    ["is outdoors", { outdoor_temp: 21 }, {}],
    ["is on a pipe", { room_temp: 21 }, { space: "Water pipe" }],
    ["is of a heating", { flow_temp: 68, return_temp: 21 }, { name: "Node" }],
  ])("is asked about where it %s", async (_, body, place) => {
    await addRoom("Bedroom node", { temp_c: 20.5 });
    const [asked] = await unitOf(body, place);
    expect(asked).toMatch(/assumed$/);
  });

  test("is asked about where what is known is old, outdoors or itself unknown", async () => {
    await addRoom("Old node", { temp_c: 20.5 });
    world.clock.advance(4 * 3_600_000);
    await addRoom("Node", { temp_c: 20.5 }, "Outdoors");
    await addRoom("Other node", { room_temp: 30 });
    const [asked] = await unitOf({ room_temp: 21 });
    expect(asked).toMatch(/assumed$/);
  });

  test("is settled by a room alone, and by no machine, fridge or felt temperature", async () => {
    const felt = {
      unit_of_measurement: "°C",
      device_class: "temperature",
      friendly_name: "Gefühlte Temperatur",
    };
    await addRoom("Node", { flow_temp_c: 20.5 });
    await addRoom("Compressor", { temp_c: 20.5 });
    await addRoom("Kühlschrank", { temp_c: 20.5 });
    await addRoom("Gateway", { entity_id: "sensor.y", state: "20.5", attributes: felt });
    expect(await unitOf({ room_temp: 21 })).toEqual(["°F assumed"]);
    await addRoom("Bedroom node", { temp_c: 20.5 });
    expect(await unitOf({ flow_temp: 68, room_temp: 21 })).toEqual(["°C siblings", "°C siblings"]);
  });

  test("is asked about where two of its numbers tell different units", async () => {
    await addRoom("Bedroom node", { temp_c: 20.5 });
    await addRoom("Cellar node", { temp_c: 5 }, "Cellar");
    expect(await unitOf({ desk_temp: 21, floor_temp: 41 })).toEqual(["°F assumed", "°F assumed"]);
  });
});

describe("firmware that sends °F from one post to the next", () => {
  const node = async (flatTemperatureUnit: "F" | "C") =>
    addDevice(world.database, world.home, { name: "Bedroom node", space: "Bedroom", flatTemperatureUnit });
  const values = async (id: string) =>
    (
      await world.database.sql<{ latest_values: number[] }>`
      select latest_values from devices where id = ${id}`
    )[0]?.latest_values.map((value) => Math.round(value));
  const send = async (device: Awaited<ReturnType<typeof node>>, key: string, sent: number[]) => {
    for (const value of sent) {
      await world.post({ [key]: value }, device);
      world.clock.advance(15 * 60_000);
    }
    return await values(device.id);
  };

  test.each(["temperature", "temp1"])("%s: goes on in °C, and a frost is found", async (key) => {
    const device = await node("C");
    expect(await send(device, key, [20, 20.2, 68.3, 67.5])).toEqual([20]);
    expect(await send(device, key, [60, 52, 45, 40])).toEqual([4]);
    await send(device, key, [36, 33, 32]);
    expect(await world.alerts("freeze")).toMatchObject([{ severity: "critical" }]);
  });

  test("in °C after °F raises no critical alert, is asked about, and is critical where the answer is °F", async () => {
    for (const key of ["temperature", "temp1", "temp_f", "temperature_f"])
      for (const unit of ["°C", "°F"] as const) {
        const device = await node("F");
        await send(device, key, [68.4, 68.2, 20.2, 20.1]);
        const open = async () =>
          (await world.alerts("freeze"))
            .filter((alert) => alert.closed_at === null && alert.device_id === device.id)
            .map(({ severity }) => severity);
        expect(await open()).toEqual(["warning"]);
        const [sensor] = await world.database.sql<{ id: string }>`
          select id from sensors where device_id = ${device.id}`;
        await settleUnit(world.services, acting(), { sensorId: sensor?.id ?? "" }, unit);
        await send(device, key, [20]);
        expect(await open()).toEqual(unit === "°C" ? [] : ["critical"]);
      }
  });

  test("in °C six hours after °F is asked about, too, as a device that sends rarely is", async () => {
    const device = await node("F");
    await send(device, "temp_f", [68.4]);
    world.clock.advance(5.5 * 3_600_000);
    await send(device, "temp_f", [20.2]);
    expect(await world.alerts("freeze")).toMatchObject([{ severity: "warning" }]);
  });

  test("under a name with °C is asked about, and its frost is a warning until the answer is °F", async () => {
    for (const unit of ["°C", "°F"] as const) {
      const device = await node("F");
      expect(await send(device, "temp_c", [20, 20.2, 68.3, 67.5])).toEqual([68]);
      const open = async () =>
        (await world.alerts("freeze"))
          .filter((alert) => alert.closed_at === null && alert.device_id === device.id)
          .map(({ severity }) => severity);
      expect(await open()).toEqual([]);
      expect(await send(device, "temp_c", [50, 42, 36, 33])).toEqual([33]);
      expect(await open()).toEqual(["warning"]);
      const [sensor] = await world.database.sql<{ id: string; unit_source: string }>`
        select id, unit_source from sensors where device_id = ${device.id}`;
      expect(sensor?.unit_source).toBe("assumed");
      await settleUnit(world.services, acting(), { sensorId: sensor?.id ?? "" }, unit);
      await send(device, "temp_c", [33, 33]);
      expect(await open()).toEqual(unit === "°C" ? [] : ["critical"]);
      if (unit === "°C") continue;
      await send(device, "temp_c", [68, 68, 68, 20, 20]);
      expect(await open()).toEqual(["warning"]);
    }
  });

  test.each([
    ["is hotter than that", "temp_c", [20, 20.2, 90]],
    ["gets there by and by, as a sauna does", "temp_c", [20, 45, 68]],
    ["is of a pipe of the heating", "flow_temp_c", [20, 20.2, 68]],
  ])("under a name with °C keeps °C if it %s", async (_, key, sent) => {
    await send(await node("F"), key, sent);
    const sensors = await world.database.sql`select distinct unit, unit_source from sensors
      where device_id in (select id from devices where name = 'Bedroom node')`;
    expect(sensors).toEqual([{ unit: "°C", unit_source: "sender" }]);
  });

  test("counts again once its readings name °F and are °F", async () => {
    const device = await node("F");
    await send(device, "temp_f", [68.4, 20.2, 68.4, 20.2]);
    await changeDevice(world.services, acting(), device.id, { flat_temperature_unit: "C" });
    expect(await send(device, "temp_f", [20, 68])).toEqual([20]);
    const sensors = await world.database
      .sql`select unit, unit_source from sensors where device_id = ${device.id}`;
    expect(sensors).toEqual([{ unit: "°C", unit_source: "sender" }]);
  });

  test.each([
    ["that goes on for hours", "temperature", [68.4, 60, 45, 30, 20.2]],
    ["that goes on for hours under a name with its unit", "temp_f", [68.4, 60, 45, 30, 20.2]],
    ["under a name with its unit to what is no room temperature in °C", "temp_f", [68.4, 28, 28.1]],
    ["under a name that the contract has in °F", "temp1", [68.4, 28, 28.1]],
    ["to what is no room temperature in °C", "temperature", [68.4, 28, 28.1]],
  ])("is not suspected in a fall %s", async (_, key, sent) => {
    await send(await node("F"), key, [68.4, ...sent]);
    expect(await world.alerts("freeze")).toMatchObject([{ severity: "critical" }]);
  });

  test("takes no other jump for one", async () => {
    expect(await send(await node("C"), "temperature", [20, 20.2, 55])).toEqual([55]);
    expect(await send(await node("F"), "temp1", [20, 68, 67])).toEqual([67]);
  });
});
