import { readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { heardIn, type MqttBridge, newestOf, startMqttBridge } from "../../local/mqtt/bridge.ts";
import { type DeviceKeys, type HomeApi, homeApi, openDeviceKeys } from "../../local/mqtt/home-api.ts";
import { freePort } from "../../local/processes/free-port.ts";
import { addApiKey } from "../support/fixtures.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { isOnPath } from "../support/programs.ts";
import { type ServedHouse, serveHouse } from "../support/served-house.ts";
import { type Spawned, spawnProgram } from "../support/spawned.ts";

describe("a broker's message", () => {
  test.each([
    ["zigbee2mqtt/Cellar sensor", '{"temperature":5}', "zigbee2mqtt/Cellar sensor", { temperature: 5 }],
    ["zigbee2mqtt/Cellar/Pump 1", '{"temperature":5}', "zigbee2mqtt/Cellar/Pump 1", { temperature: 5 }],
    ["tele/attic/SENSOR", '{"DS18B20":{"Temperature":5}}', "tasmota/attic", { DS18B20: { Temperature: 5 } }],
    ["cellar-node/sensor/temp_c/state", "5.5", "esphome/cellar-node", { temp_c: "5.5" }],
    ["cellar-node/binary_sensor/leak/state", "ON", "esphome/cellar-node", { leak: "ON" }],
  ])("of %s is what a device posts", (topic, payload, thing, body) => {
    expect(heardIn(topic, payload)).toEqual({ thing, name: thing.slice(thing.indexOf("/") + 1), body });
  });

  test.each([
    ["zigbee2mqtt/bridge", "{}"],
    ["zigbee2mqtt/bridge/state", '{"state":"online"}'],
    ["zigbee2mqtt/Cellar sensor/set", '{"state":"ON"}'],
    ["zigbee2mqtt/Cellar sensor/availability", '{"state":"online"}'],
    ["zigbee2mqtt/Cellar sensor", "not JSON"],
    ["tele/attic/STATE", "{}"],
    ["tele/attic/SENSOR", "[1]"],
    ["homeassistant/sensor/x/config", "{}"],
    ['tele/attic\n{"event":"security"}/SENSOR', "{}"],
    ["a\u001b[2J/sensor/temp/state", "5"],
  ])("of %s with %s is none of a sensor", (topic, payload) => {
    expect(heardIn(topic, payload)).toBeNull();
  });
});

test("what waits of a thing has its newest values, and no more of them than a device has sensors", () => {
  const many = (value: string) =>
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`s${at}`, value]));
  const body = newestOf({ leak: "OFF", ...many("1") }, { ...many("2"), leak: "ON" });
  expect(Object.keys(body)).toHaveLength(256);
  expect(body).toMatchObject({ leak: "ON", s0: "2", s254: "2" });
});

const hasBroker = isOnPath("mosquitto");
if (!hasBroker) console.warn("SKIPPED: the MQTT bridge needs mosquitto");

describe.skipIf(!hasBroker)("the bridge with a real broker", () => {
  const POLL = { timeout: 60_000 };
  let house: ServedHouse;
  let folder: string;
  let broker: Spawned;
  let start: (other?: { api: HomeApi; keys: DeviceKeys }) => MqttBridge;
  let bridge: MqttBridge;
  let outside: MqttClient;
  const heard = new Map<string, string>();
  const log: string[] = [];
  const refusals: Promise<{ status: number; error: string }>[] = [];

  beforeAll(async () => {
    house = await serveHouse();
    folder = await memoryFolder("hearthwatch-mqtt-bridge-");
    const port = await freePort();
    broker = spawnProgram("mosquitto", ["-p", String(port)], { cwd: folder, env: {} });
    const url = `mqtt://127.0.0.1:${port}`;
    outside = await vi.waitFor(() => connectAsync(url), POLL);
    outside.on("message", (topic, payload) => heard.set(topic, payload.toString()));
    await outside.subscribeAsync(["homeassistant/#", "hearthwatch/#"]);
    const apiKey = await addApiKey(house.database, house.home);
    const api = homeApi(house.url, apiKey);
    const services = {
      api: { ...api, post: (to: string, body: unknown) => refusals.shift() ?? api.post(to, body) },
      keys: await openDeviceKeys(folder),
      onLog: (line: string) => log.push(line),
    };
    start = (other) => startMqttBridge({ url, apiKey }, { ...services, ...other });
    bridge = start();
    await vi.waitFor(() => expect(heard.get("hearthwatch/status")).toBe("online"), POLL);
  }, 60_000);
  afterAll(async () => {
    await outside?.endAsync();
    await broker?.end();
    await house?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const sensors = () =>
    house.database.query(
      `select d.name, s.key, s.unit, d.latest_values[s.position] as value
       from sensors s join devices d on d.id = s.device_id where d.household_id = $1 order by d.name, s.key`,
      [house.home],
    );

  test("makes a device of each thing, and posts what it publishes", async () => {
    await outside.publishAsync("zigbee2mqtt/Cellar", '{"temperature":5.5,"linkquality":80,"battery":90}');
    await outside.publishAsync("node/sensor/loft_temp_c/state", "7.5");
    await outside.publishAsync("node/binary_sensor/leak/state", "OFF");
    await expect.poll(sensors).toEqual([
      { name: "Cellar", key: "temperature", unit: "°C", value: 5.5 },
      { name: "node", key: "leak", unit: null, value: 0 },
      { name: "node", key: "loft_temp_c", unit: "°C", value: 7.5 },
    ]);
    await outside.publishAsync("zigbee2mqtt/Cellar", '{"temperature":6,"linkquality":80,"battery":90}');
    await expect.poll(async () => (await sensors())[0]?.value).toBe(6);
    expect(await sensors()).toHaveLength(3);
    const file = path.join(folder, "mqtt-devices.json");
    expect(Object.keys(JSON.parse(await readFile(file, "utf8"))).toSorted()).toEqual([
      "esphome/node",
      "zigbee2mqtt/Cellar",
    ]);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  test("posts again what the service could not take", async () => {
    refusals.push(Promise.resolve({ status: 503, error: "Busy" }));
    await outside.publishAsync("node/sensor/loft_temp_c/state", "8.5");
    await expect.poll(async () => (await sensors())[2]).toMatchObject({ value: 8.5 });
    expect(refusals).toEqual([]);
    expect(log.splice(0).filter((line) => line.includes("not posted"))).toEqual([
      "MQTT: esphome/node was not posted: Busy",
    ]);
  });

  test("takes what the broker kept of a node, unless that node is gone", async () => {
    const keep = (topic: string, payload: string) => outside.publishAsync(topic, payload, { retain: true });
    await bridge.stop();
    await keep("dead/sensor/shed_temp_c/state", "9.5");
    await keep("dead/status", "offline");
    await keep("quiet/binary_sensor/leak/state", "ON");
    await keep("quiet/status", "online");
    bridge = start();
    const named = async () => (await sensors()).map(({ name }) => name);
    await expect.poll(named).toContain("quiet");
    await outside.publishAsync("tele/later/SENSOR", '{"DS18B20":{"Temperature":5},"TempUnit":"C"}');
    await expect.poll(named).toContain("later");
    expect(await named()).not.toContain("dead");
    await outside.publishAsync("dead/sensor/shed_temp_c/state", "4.5");
    await expect.poll(named).toContain("dead");
  });

  test("publishes the home's state, and how Home Assistant finds it", () => {
    expect(JSON.parse(heard.get("hearthwatch/state") ?? "")).toEqual({
      alerts: 0,
      worst: "none",
      offline: 0,
    });
    const config = JSON.parse(heard.get("homeassistant/sensor/hearthwatch/alerts/config") ?? "");
    expect(config).toMatchObject({
      state_topic: "hearthwatch/state",
      availability_topic: "hearthwatch/status",
      unique_id: "hearthwatch_alerts",
    });
  });

  test("says that it is gone when it stops", async () => {
    await bridge.stop();
    await expect.poll(() => heard.get("hearthwatch/status")).toBe("offline");
    expect(log.filter((line) => !line.endsWith("has a device now"))).toEqual([]);
  });

  test("hears what has a device while a hundred strangers wait for theirs", async () => {
    const posted: string[] = [];
    const { promise, resolve } = Promise.withResolvers<string>();
    const api = {
      makeDevice: () => promise,
      post: async (to: string) => ({ status: 200, error: "", to: posted.push(to) }),
      states: async () => ({ alerts: 0, worst: "none", offline: 0 }) as const,
    };
    const other = start({ api, keys: await openDeviceKeys(folder) });
    await outside.publishAsync("zigbee2mqtt/Cellar", '{"temperature":6}');
    await expect.poll(() => posted).toHaveLength(1);
    for (let at = 0; at < 100; at += 1) await outside.publishAsync(`tele/s${at}/SENSOR`, "{}", { qos: 1 });
    await outside.publishAsync("zigbee2mqtt/Cellar", '{"water_leak":true}');
    await expect.poll(() => posted).toHaveLength(2);
    resolve("http://127.0.0.1:9/");
    await other.stop();
  });
});
