import * as z from "zod";
import { sumReadings } from "../../../lib/store/digest-sums.ts";
import { cutHomes, dropMonths, listHomesToCut } from "../../../lib/store/history/cut.ts";
import { findKeeping } from "../../../lib/store/history/find-keeping.ts";
import { holdPage } from "../../../lib/store/history/hold-values.ts";
import { dropSnapshotDay, findDays } from "../../../lib/store/history/hot-days.ts";
import { readBuckets } from "../../../lib/store/history/read-buckets.ts";
import { readRaw } from "../../../lib/store/history/read-raw.ts";
import { listUnrolled, rollUpDevices } from "../../../lib/store/history/roll-up.ts";
import { findChunks, readDeviceDays } from "../../../lib/store/history/seal.ts";
import * as words from "../../../schema/vocabulary.ts";
import { held, type RowCase } from "./held.ts";
import { orNull, some, text } from "./shapes.ts";
import { DAYS, NOW, type World } from "./world.ts";

const micros = (iso: string): number => Date.parse(iso) * 1_000;
const stretchOf = ({ device, sensor }: World) => ({
  sensors: [{ sensorId: sensor.id, deviceNumber: device.number, position: sensor.position }],
  fromMicros: micros("2026-11-16T00:00:00Z"),
  toMicros: micros("2026-11-21T00:00:00Z"),
  after: null,
  limit: 9,
  newestFirst: false,
});

const MOMENT = { sensorId: text, atMicros: z.int(), value: z.number() };
const DAY = z.iso.date();

export const HISTORY_ROWS: RowCase[] = [
  held(
    "readRaw",
    (world) => readRaw(world.db, { ...stretchOf(world), mayBeSealed: true }),
    some(z.strictObject({ ...MOMENT, bucket: z.null() })),
  ),
  held(
    "readRaw of hot days",
    (world) => readRaw(world.db, { ...stretchOf(world), mayBeSealed: false }),
    some(z.strictObject({ ...MOMENT, bucket: z.null() })),
  ),
  held(
    "readBuckets",
    (world) => readBuckets(world.db, "1h", stretchOf(world)),
    some(
      z.strictObject({
        ...MOMENT,
        bucket: z.strictObject({
          count: z.int(),
          min: z.number(),
          max: z.number(),
          avg: z.number(),
          last: z.number(),
        }),
      }),
    ),
  ),
  held(
    "sumReadings",
    ({ db, device, sensor }) =>
      sumReadings(db, [{ id: sensor.id, number: device.number, position: sensor.position, warning: 41 }], {
        period: { fromMs: Date.parse("2026-11-16T00:00:00Z"), toMs: NOW.getTime() },
        dayStarts: [Date.parse("2026-11-16T00:00:00Z")],
      }),
    some(
      z.strictObject({
        id: text,
        low: z.tuple([z.number(), z.number()]),
        high: z.tuple([z.number(), z.number()]),
        average: z.number(),
        daily: some(z.strictObject({ day: z.int(), average: z.number() })),
        belowMs: orNull(z.number()),
      }),
    ),
  ),
  held(
    "listUnrolled",
    ({ db }) => listUnrolled(db, { day: DAYS[1], after: 0, devicesMax: 9, readingsMax: 99 }),
    some(z.strictObject({ number: z.int(), readings: z.int() })),
  ),
  held("rollUpDevices", ({ db, device }) => rollUpDevices(db, DAYS[0], [device.number]), z.int().min(1)),
  held(
    "readDeviceDays",
    ({ db }) => readDeviceDays(db, { day: DAYS[0], after: 0, snapshotsMax: 99 }),
    some(
      z.strictObject({
        number: z.int(),
        stamp: z.int(),
        snapshots: some(z.strictObject({ atMicros: z.int(), values: some(orNull(z.number())) })),
      }),
    ),
  ),
  held(
    "findChunks",
    ({ db, device }) => findChunks(db, DAYS[0], [device.number]),
    z.map(z.int(), z.map(z.int(), z.instanceof(Uint8Array))),
  ),
  held("findDays", ({ db }) => findDays(db), z.strictObject({ hot: some(DAY), sealedBefore: orNull(DAY) })),
  held("dropSnapshotDay", ({ db }) => dropSnapshotDay(db, "2026-01-01"), z.boolean()),
  held(
    "findKeeping",
    ({ db, device }) => findKeeping(db, device.number, NOW.getTime()),
    z.strictObject({
      keeping: z.strictObject({ plan: z.enum(words.PLANS), downgradedAtMs: orNull(z.number()) }),
      sealedBefore: DAY,
    }),
  ),
  held(
    "listHomesToCut",
    ({ db }) => listHomesToCut(db, "2026-11-20", 9),
    some(
      z.strictObject({
        id: text,
        plan: z.enum(words.PLANS),
        trialEndsAtMs: orNull(z.number()),
        downgradedAtMs: orNull(z.number()),
      }),
    ),
  ),
  held(
    "cutHomes",
    ({ db }) => cutHomes(db, { cuts: [], today: "2026-11-20", limit: 9 }),
    z.strictObject({ chunks: z.int(), quarters: z.int(), hours: z.int(), held: z.int() }),
  ),
  held("dropMonths", ({ db }) => dropMonths(db, "history_15m", "2020-01-01"), z.int()),
  held(
    "holdPage",
    ({ db }) => holdPage(db, { quarter: NOW.getTime() / 900_000, after: 0, devicesMax: 9, staleHours: 24 }),
    z.strictObject({ held: z.int(), nextAfter: orNull(z.int()) }),
  ),
];
