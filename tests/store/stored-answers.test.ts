import { describe, expect, test } from "vitest";
import * as z from "zod";
import { ingestApp } from "../../functions/ingest/app.ts";
import type { DeviceFacts, HouseholdFacts, SensorFacts } from "../../lib/alerts/facts.ts";
import { ALERT_KINDS, DEVICE_TYPES, PLACEMENTS, SENSOR_KINDS } from "../../schema/vocabulary.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome, addMember } from "../support/fixtures.ts";
import { postTo } from "../support/readings.ts";
import { testClock, testServices } from "../support/services.ts";

const moment = z.number().nullable();
const overrides = z.record(z.string(), z.record(z.string(), z.unknown()));

const HOUSEHOLD = z.object({
  id: z.string(),
  settings: overrides,
  quiet: z.object({ snoozedUntil: moment, vacation: z.object({ until: moment }).nullable() }),
}) satisfies z.ZodType<Omit<HouseholdFacts, "settings">>;
const DEVICE = z.object({
  id: z.string(),
  type: z.enum(DEVICE_TYPES),
  name: z.string(),
  space: z.string(),
  enabled: z.boolean(),
  lastSeenAt: moment,
  gaps: z.array(z.int()),
  deadbandVersion: z.int(),
  batteryPct: z.number().nullable(),
  rssi: z.number().nullable(),
}) satisfies z.ZodType<Omit<DeviceFacts, "rhythm">>;
const SENSOR = z.object({
  id: z.string(),
  position: z.int(),
  label: z.string(),
  kind: z.enum(SENSOR_KINDS),
  unit: z.string().nullable(),
  isState: z.boolean(),
  faultyAt: moment,
  settings: overrides,
  placement: z.enum(PLACEMENTS).nullable(),
  value: z.number().nullable(),
  at: moment,
  valueBefore: z.number().nullable(),
}) satisfies z.ZodType<Omit<SensorFacts, "settings" | "fault" | "placementGuess" | "weekFloor">>;
const RULES = z.array(z.object({ id: z.string(), sensorId: z.string(), settings: z.object({}).loose() }));
const STATES = z.array(
  z.object({ kind: z.enum(ALERT_KINDS), subject: z.string(), version: z.int(), state: z.object({}).loose() }),
);
const INGEST_FACTS = z.object({
  household: HOUSEHOLD,
  device: DEVICE,
  sensors: z.array(SENSOR).min(1),
  rules: RULES,
  states: STATES,
});
const TICK_FACTS = z.object({
  household: HOUSEHOLD,
  rules: RULES,
  states: STATES,
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  devices: z
    .array(z.object({ device: DEVICE, sensors: z.array(SENSOR.extend({ deviceNumber: z.int() })).min(1) }))
    .min(1),
});
const STORED = z.object({
  outcome: z.literal("stored"),
  readings: z.int(),
  sensors_created: z.int(),
});

const database = await openTestDatabase();
const home = await addHome(database);
await addMember(database, home);
const { ingestKey } = await addDevice(database, home);
const app = ingestApp(testServices(database, testClock("2026-11-20T10:00:00Z")));
const posted = await postTo(
  app,
  { ingestKey },
  { temp1: 30, humidity1: 50, flood1: true, battery: 80, rssi: -60 },
);
expect(posted.status).toBe(200);

const answer = async (call: string): Promise<unknown> =>
  (await database.query<{ answer: unknown }>(`select ${call} as answer from devices d`))[0]?.answer;
const post = (second: number, shape: string, sent: string) =>
  answer(`record_readings(d.ingest_key_hash, ${second}, '2026-11-20T10:01:0${second}Z', null, ${shape}, ${sent},
    null, null, '{"readings": [{"key": "temp1", "unit": "°F", "value": 70, "state": false}], "faulty": []}')`);

describe("what the stored functions answer has the shape of its TypeScript type:", () => {
  test("ingest_facts", async () => {
    const facts = await answer("ingest_facts(d, array[1, 2, 3]::smallint[], d.latest_values)");
    expect(INGEST_FACTS.parse(facts).states.length).toBeGreaterThan(0);
  });

  test("tick_facts", async () => {
    TICK_FACTS.parse(await answer("tick_facts(d.household_id)"));
  });

  test("record_readings, on the long way with facts and on the short way without", async () => {
    STORED.extend({ facts: INGEST_FACTS }).parse(await post(1, "null", "null"));
    await database.query(
      "update devices set body_shape = 7, deadband_low = array[60, 0, 0], deadband_high = array[80, 99, 1]",
    );
    const short = await post(2, "7", "'{70,50,1}'");
    STORED.parse(short);
    expect(short).not.toHaveProperty("facts");
  });

  test("record_readings, where it stores nothing new", async () => {
    expect(await post(1, "null", "null")).toMatchObject({ outcome: "stored", repeated: true });
  });
});
