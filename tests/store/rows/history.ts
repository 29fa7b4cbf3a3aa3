import * as z from "zod";
import { carryPage, dropSnapshotDay, findDays } from "../../../lib/history/carried.queries.ts";
import { sealBuckets } from "../../../lib/history/codec/bucket-chunk.ts";
import { cutHomes, dropMonths, findKeeping, listHomesToCut } from "../../../lib/history/cut.queries.ts";
import { ALL_DEVICES } from "../../../lib/history/device-day.ts";
import {
  commitParts,
  dropEmptyQuarters,
  findSealMarks,
  readSealedHours,
} from "../../../lib/history/months.queries.ts";
import { readBuckets } from "../../../lib/history/read-buckets.queries.ts";
import { behindDevice, readParts } from "../../../lib/history/read-months.queries.ts";
import { readRaw } from "../../../lib/history/read-raw.queries.ts";
import {
  findDeviceDay,
  listDeviceCuts,
  listUnrolled,
  promiseDay,
  rollUpDevices,
  rollUpSensors,
} from "../../../lib/history/roll-up.queries.ts";
import { findChunks, readDeviceDays } from "../../../lib/history/seal.queries.ts";
import { sumReadings } from "../../../lib/reports/digest.queries.ts";
import * as words from "../../../schema/vocabulary.ts";
import { held, type RowCase } from "./held.ts";
import { orNull, some, text } from "./shapes.ts";
import { DAYS, NOW, type World } from "./world.ts";

const PARTS = { tier: "1h", before: "2026-12-01", after: behindDevice(0), upTo: ALL_DEVICES.upTo } as const;

const micros = (iso: string): number => Date.parse(iso) * 1_000;
const stretchOf = ({ device, sensor }: World) => ({
  sensors: [{ sensorId: sensor.id, deviceNumber: device.number, position: sensor.position }],
  fromMicros: micros("2026-11-16T00:00:00Z"),
  toMicros: micros("2026-11-21T00:00:00Z"),
  after: null,
  limit: 9,
  newestFirst: false,
});

const MOMENT = {
  sensorId: text,
  atMicros: z.int(),
  value: z.number(),
  resolution: z.enum(words.RESOLUTIONS),
};
const DAY = z.iso.date();
const FIGURES = z.strictObject({
  count: z.int(),
  min: z.number(),
  max: z.number(),
  avg: z.number(),
  last: z.number(),
});

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
    (world) => readBuckets(world.db, "1h", { ...stretchOf(world), mayBeSealed: true }),
    some(
      z.strictObject({
        ...MOMENT,
        bucket: FIGURES,
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
  held("listDeviceCuts", ({ db }) => listDeviceCuts(db, { size: 1, cutsMax: 9 }), some(z.int())),
  held(
    "listUnrolled",
    ({ db }) => listUnrolled(db, { day: DAYS[1], ...ALL_DEVICES, devicesMax: 9, readingsMax: 99 }),
    some(z.strictObject({ number: z.int(), readings: z.int() })),
  ),
  held(
    "findDeviceDay",
    ({ db, device }) => findDeviceDay(db, DAYS[0], device.number),
    z.strictObject({
      number: z.int(),
      rows: z.int().min(1),
      positions: z.int().min(1),
      stamp: z.int().min(1),
    }),
  ),
  held(
    "rollUpSensors",
    ({ db, device }) => rollUpSensors(db, DAYS[0], { number: device.number, first: 1, last: 2 }),
    z.int().min(1),
  ),
  held(
    "promiseDay",
    async ({ db, device }) => promiseDay(db, DAYS[0], await findDeviceDay(db, DAYS[0], device.number)),
    z.literal(true),
  ),
  held("rollUpDevices", ({ db, device }) => rollUpDevices(db, DAYS[0], [device.number]), z.int().min(1)),
  held(
    "readDeviceDays",
    ({ db }) => readDeviceDays(db, { day: DAYS[0], ...ALL_DEVICES, snapshotsMax: 99 }),
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
  held(
    "readParts",
    ({ db }) => readParts(db, { ...PARTS, limit: 9 }),
    z.strictObject({
      parts: some(
        z.strictObject({
          number: z.int(),
          position: z.int(),
          firstDay: DAY,
          stamp: z.int(),
          buckets: some(
            z.strictObject({
              bucket: z.int(),
              count: z.int(),
              min: z.number(),
              max: z.number(),
              avg: z.number(),
              last: z.number(),
            }),
          ),
          chunk: orNull(z.instanceof(Uint8Array)),
        }),
      ),
      after: orNull(z.strictObject({ number: z.int(), position: z.int(), firstDay: DAY })),
    }),
  ),
  held(
    "commitParts",
    async ({ db, device, sensor }) => {
      const { parts } = await readParts(db, { ...PARTS, limit: 99 });
      const [part] = parts.filter(
        ({ number, position }) => number === device.number && position === sensor.position,
      );
      if (part === undefined) throw new Error("The sensor has no hours");
      const { buckets, chunk: _chunk, ...place } = part;
      return commitParts(db, {
        ...PARTS,
        parts: [{ ...place, rows: buckets.length, chunk: sealBuckets(buckets) }],
      });
    },
    some(z.strictObject({ number: z.int(), position: z.int(), firstDay: DAY })),
  ),
  held(
    "readSealedHours",
    ({ db, device, sensor }) =>
      readSealedHours(db, [{ id: sensor.id, number: device.number, position: sensor.position }], {
        fromMs: Date.parse("2026-11-16T00:00:00Z"),
        toMs: NOW.getTime(),
      }),
    z.strictObject({
      hours: some(
        z.strictObject({ id: text, bucket: text, readings: text, mean: text, low: text, high: text }),
      ),
      chunks: z.int(),
      stamp: z.int(),
    }),
  ),
  held(
    "readBuckets of a sealed month",
    (world) => readBuckets(world.db, "1h", { ...stretchOf(world), mayBeSealed: true }),
    some(z.strictObject({ ...MOMENT, bucket: FIGURES })),
  ),
  held(
    "findSealMarks",
    ({ db }) => findSealMarks(db),
    z.strictObject({ sealedBefore: orNull(DAY), bucketsBefore: orNull(DAY) }),
  ),
  held("dropEmptyQuarters", ({ db }) => dropEmptyQuarters(db, "2020-01-01"), z.int()),
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
    z.strictObject({
      chunks: z.int(),
      quarters: z.int(),
      hours: z.int(),
      carried: z.int(),
      quarterMonths: z.int(),
      hourMonths: z.int(),
    }),
  ),
  held("dropMonths", ({ db }) => dropMonths(db, "history_15m", "2020-01-01"), z.int()),
  held(
    "carryPage",
    ({ db }) =>
      carryPage(db, { quarter: NOW.getTime() / 900_000, ...ALL_DEVICES, devicesMax: 9, staleHours: 24 }),
    z.strictObject({ carried: z.int(), nextAfter: orNull(z.int()) }),
  ),
];
