import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { testClock, testPorts } from "../support/ports.ts";

let database: TestDatabase;
let home: string;
let device: TestDevice;
const clock = testClock("2026-11-20T10:00:00Z");
let app: ReturnType<typeof ingestApp>;

beforeAll(async () => {
  database = await openTestDatabase();
  home = await addHome(database);
  app = ingestApp(testPorts(database, clock));
});
afterAll(() => database.close());
beforeEach(async () => {
  device = await addDevice(database, home);
  clock.advance(3_600_000);
});

const address = (rest = "") => `/api/ingest/${device.ingestKey}${rest}`;

const post = async (body: unknown) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await app.request(address("?explain=1"), { method: "POST", body: text });
  return { status: answer.status, said: await answer.json() };
};

type Understood = { sensors: { key: string; kind: string; value: number; unit: string | null }[] };

/** What was understood, by key: `leak: flood 1`. */
const understood = async (body: unknown): Promise<string[]> => {
  const { status, said } = await post(body);
  if (status !== 200) return [`${status} ${said.error}`];
  return (said as Understood).sensors.map(({ key, kind, value, unit }) =>
    `${key}: ${kind} ${value} ${unit ?? ""}`.trim(),
  );
};

describe("a leak sensor is heard wherever it lies", () => {
  test.each([
    "water_heater_leak",
    "waterHeaterLeak",
    "leak_water_heater",
    "water_main_leak",
    "water_softener_leak",
    "hot_water_tank_leak",
    "kitchen_counter_leak",
    "sink_cover_leak",
    "boiler_low_leak",
  ])("%s, in a body that a stranger wrote", async (name) => {
    const said = await understood({ mac: "aa:bb", model: "Station", temp_c: 4.5, [name]: true });
    expect(said).toContain(`${name}: flood 1`);
  });

  test("in words", async () => {
    expect(await understood({ event: "Water heater leak detected" })).toEqual(["water_heater_leak: flood 1"]);
  });

  test.each<[string, object]>([
    ["deeper in the body", { water: { detected: true } }],
    ["deeper still", { extra: { sump: { leak: true } } }],
    ["in a list", { things: [{ name: "sump", type: "leak", value: true }] }],
  ])("%s than the keys of our own", async (_, inner) => {
    const said = await understood({ temp1: 55, humidity1: 40, ...inner });
    expect(said).toHaveLength(3);
    expect(said.find((one) => /: flood 1$/.test(one))).toBeDefined();
  });

  test.each([
    ["detected", 1],
    ["Yes", 1],
    ["LEAK", 1],
    ["Water detected", 1],
    ["Wet!", 1],
    ["damp", 1],
    ["no_leak", 0],
    ["OK", 0],
    ["not detected", 0],
  ])("said as %s beside the keys of our own", async (word, value) => {
    expect(await understood({ temp1: 55, leak: word })).toContain(`leak: flood ${value}`);
  });

  test.each([255, "255"])("said as the byte %j beside the keys of our own", async (byte) => {
    expect(await understood({ temp1: 55, leak: byte })).toContain("leak: flood 1");
    expect(await understood({ temp1: 55, moisture1: 255 })).toContain("moisture1: generic 255");
  });

  test.each(["leak", "water_leak", "Moisture"])(
    "by the kind %s, which a sensor calls itself",
    async (kind) => {
      expect(await understood({ sensors: [{ key: "a", kind, bool: true }] })).toEqual(["a: flood 1"]);
    },
  );

  test("by the events of a Shelly Flood, wet and dry", async () => {
    const said = async (event: string) =>
      (await (await app.request(address(`?event=${event}&explain=1`))).json()).sensors?.[0];
    expect(await said("flood.alarm")).toMatchObject({ kind: "flood", value: 1 });
    expect(await said("flood.alarm_off")).toMatchObject({ kind: "flood", value: 0 });
  });
});

describe("no water is no leak", () => {
  test.each([
    "no_leak",
    "leak_free",
    "flood_ok",
    "leak_enabled",
    "leak_sensor_online",
    "leak_test",
    "leak_count",
    "leak_muted",
    "leak_fault",
    "last_leak",
    "leak_yesterday",
    "floodlight",
    "flood_light",
    "hot_water",
    "water_on",
    "watering",
  ])("%s", async (name) => {
    for (const body of [
      { [name]: true, temp1: 55 },
      { [name]: true, temp_c: 5, mac: "aa:bb", model: "x" },
    ])
      expect((await understood(body)).filter((one) => /flood/.test(one.split(": ")[1] ?? ""))).toEqual([]);
  });
});

test.each([
  "door_lock",
  "doorbell",
  "garage_door_light",
  "door_ok",
  "motion_light",
  "motion_enabled",
  "no_motion",
])("%s is no door that opens and nobody who moves", async (name) => {
  const kinds = (await understood({ [name]: true, temp1: 55 })).map((one) => one.split(" ")[1]);
  expect(kinds).not.toContain("door");
  expect(kinds).not.toContain("motion");
});

test.each([
  "power_fail",
  "power_failure",
  "power_loss",
  "power_lost",
  "power_cut",
  "no_power",
  "power_alarm",
])("%s is no power that is on", async (name) => {
  expect(await understood({ [name]: false, temp1: 55 })).toContain(`${name}: generic 0`);
});

test.each([
  "temp_min",
  "temp_max",
  "temp_low_limit",
  "temp_alarm_low",
  "temp_diff",
  "temp_delta",
  "temp_trend",
  "temp_error",
  "temp_interval",
  "temp_sensor_count",
])("%s is the temperature of no room", async (name) => {
  expect(await understood({ temp1: 55, [name]: -3 })).toEqual([
    "temp1: temperature 55 °F",
    `${name}: generic -3`,
  ]);
});

test.each([{ humidity1: -9999 }, { co2: 65535 }, { humidity: 6553.5 }])(
  "%j beside a temperature is no measurement, in a body of our own either",
  async (body) => {
    expect(await understood({ temp1: 55, ...body })).toEqual(["temp1: temperature 55 °F"]);
  },
);

test.each([
  ["an Elsys, where any number is wet", { waterleak: 12, vdd: 3600, temperature: 4.5 }, "waterleak: flood 1"],
  ["a dry Elsys", { waterleak: 0, vdd: 3600, temperature: 4.5 }, "waterleak: flood 0"],
  ["a byte of ones", { mac: "aa:bb", name: "x", temp_c: 5, leak: 255 }, "leak: flood 1"],
])("%s is understood", async (_, body, said) => {
  expect(await understood(body)).toContain(said);
});

test.each([
  ["tank_level_cm", "44 cm"],
  ["water_level_mm", "44 mm"],
  ["sump_level_in", "44 in"],
])("%s is no share", async (name, said) => {
  expect(await understood({ temp1: 50, [name]: 44 })).toContain(`${name}: generic ${said}`);
});

test("the room of somebody called Max is watched", async () => {
  expect(await understood({ max_room_temp: 55 })).toEqual(["max_room_temp: temperature 55 °F"]);
});

test("what a chip may reach at most is no temperature of a room", async () => {
  const fields = { temp_input: 44, temp_crit: 100, temp_crit_hyst: 95 };
  const tags = { chip: "coretemp-isa-0000", feature: "package_id_0" };
  const [said] = await understood({ metrics: [{ name: "sensors", tags, fields, timestamp: 1763632800 }] });
  expect(said).toContain("400 No usable reading");
});

describe("a probe that measures nothing", () => {
  test.each([
    ["a Dragino without its probe", { temp_c: -327.6 }],
    ["its other form", { temp_c: 327.67 }],
    ["a PT100 with a broken wire", { temp_c: -242.02 }],
    ["a thermocouple with a broken wire", { temp_c: 2048 }],
    ["a sketch's own number for it", { temp_c: -999 }],
    ["the same in °F", { temp1: -9999 }],
    ["sixteen bits of ones", { temp_c: 6553.5 }],
  ])("%s is refused, and is no frost", async (_, body) => {
    const { status, said } = await post(body);
    expect([status, said.error]).toEqual([400, expect.stringMatching(/probe .* unplugged or broken/)]);
  });

  test.each([
    ["liquid nitrogen", { temp_c: -196 }],
    ["dry ice", { temp_c: -78.5 }],
    ["a kiln", { temp_c: 1280 }],
    ["a stove", { temp1: 900 }],
  ])("%s is measured", async (_, body) => {
    expect((await post(body)).status).toBe(200);
  });
});

describe("a console of Ambient Weather, which writes no question mark", () => {
  const FIELDS =
    "PASSKEY=A1&stationtype=AMBWeatherPro_V5.1.5&dateutc=2026-11-20+10:00:00&tempf=33.1&humidity=81&leak1=1";

  test.each([
    ["behind the key", `&${FIELDS}`],
    ["behind a slash", `/&${FIELDS}`],
    ["behind a path of its own", `/data/report/&${FIELDS}`],
    ["in an older version", `/data/report/stationtype=AMBWeatherV4.3.4&${FIELDS}`],
  ])("is read with its fields %s", async (_, rest) => {
    const answer = await app.request(address(rest));
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { ok: true, readings: 3, sensors_created: 3 },
    ]);
  });
});

describe("a door sensor of Shelly's first generation", () => {
  test.each([
    ["open", 1],
    ["close", 0],
  ])("reports %s", async (state, value) => {
    const answer = await app.request(address(`?state=${state}&lux=12&temp=19.6&id=shellydw2-1&explain=1`));
    const { sensors } = (await answer.json()) as Understood;
    expect(sensors.find(({ kind }) => kind === "door")).toMatchObject({ value });
  });
});

test("depth of water is read from a YoLink", async () => {
  const data = { waterDepth: 440, battery: 4 };
  expect(await understood({ event: "WaterDepthSensor.Report", deviceId: "d8", data })).toEqual([
    "d8_waterDepth: generic 440 mm",
  ]);
});

test("a thermometer's last_temp is its own where nothing else tells of a Temp Stick", async () => {
  expect(await understood({ temp1: 55, last_temp: 54 })).toContain("temp1: temperature 55 °F");
});

test.each([
  ["single quotes", "{'temp1': 40.5}", /double quotes/],
  ["a comma too many", '{"temp1":40.5,}', /comma/],
  ["C's zero at the end", '{"temp1":40.5}\0', /zero byte/],
  ["the parts of a browser's form", "--x\r\nContent-Disposition: form-data", /multipart/],
  ["XML", "<r><temp>21</temp></r>", /XML/],
  ["a form without its type", "temp1=70", /application\/x-www-form-urlencoded/],
  ["a plus", '{"temp1":+7}', /number/],
  ["a zero in front", '{"temp1":07}', /number/],
])("%s is refused with what to change", async (_, body, hint) => {
  const { status, said } = await post(body);
  expect([status, said.error]).toEqual([400, expect.stringMatching(hint)]);
});
