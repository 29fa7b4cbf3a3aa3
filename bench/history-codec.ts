// npm run bench history-codec: bytes a reading in sealed days and a bucket in sealed months, by the shape of the series
import { bucketsOf } from "../lib/history/buckets.ts";
import { type BucketPoint, openBuckets, sealBuckets } from "../lib/history/codec/bucket-chunk.ts";
import { openChunk, type Point, sealChunk } from "../lib/history/codec/chunk.ts";
import { seeded } from "./table.ts";

/** What sealing a day costs, by kind of series: bytes a reading and readings a second, single thread. */
const DAYS = 400;
const READINGS = 96;
const DAY_MICROS = 86_400_000_000;
const START = Date.UTC(2026, 0, 1) * 1_000;

type Next = (index: number, chance: () => number) => number;
type Series = { name: string; value: () => Next; at?: Next; readings?: number };

const walk = (start: number, step: number, round: number): (() => Next) => {
  let level = start;
  return () => (index, chance) => {
    level += (chance() - 0.5) * step + Math.sin((index / READINGS) * 2 * Math.PI) * step * 0.2;
    return Math.round(level * round) / round;
  };
};

const over = (inner: () => Next, shape: (value: number) => number): (() => Next) => {
  const next = inner();
  return () => (index, chance) => shape(next(index, chance));
};

const millis: Next = (_, chance) => Math.floor(chance() * 1_000) * 1_000;
const micros: Next = (_, chance) => Math.floor(chance() * 2_000_000);

function counter(): Next {
  let total = 0;
  return (_, chance) => {
    total += Math.round(chance() * 250);
    return total / 1_000;
  };
}

const SERIES: Series[] = [
  { name: "temperature 0.1°, regular", value: walk(21, 0.6, 10) },
  { name: "humidity 0.5 %, regular", value: walk(55, 2, 2) },
  { name: "door 0/1, regular", value: () => (_, chance) => (chance() < 0.04 ? 1 : 0) },
  { name: "stuck value, regular", value: () => () => 21.5 },
  { name: "energy counter 0.001 kWh", value: counter },
  { name: "temperature 0.1°, ±0.5 s in ms", value: walk(21, 0.6, 10), at: millis },
  { name: "temperature 0.01°, ±1 s in µs", value: walk(21, 0.6, 100), at: micros },
  { name: "door 0/1, ±1 s in µs", value: () => (_, chance) => (chance() < 0.04 ? 1 : 0), at: micros },
  { name: "0.1° through float32", value: over(walk(21, 0.6, 10), Math.fround) },
  { name: "0.1 °C sent as °F (×1.8+32)", value: over(walk(21, 0.6, 10), (celsius) => celsius * 1.8 + 32) },
  { name: "0.1°, every 10 s", value: walk(21, 0.1, 10), readings: 8_640 },
  { name: "noise, full doubles, ±1 s in µs", value: () => (_, chance) => chance() * 100, at: micros },
];

function daysOf({ value, at, readings = READINGS }: Series): Point[][] {
  const chance = seeded(20_261_120);
  const next = value();
  const gap = DAY_MICROS / readings;
  return Array.from({ length: Math.ceil((DAYS * READINGS) / readings) }, (_, day) =>
    Array.from({ length: readings }, (_, index) => ({
      atMicros: START + day * DAY_MICROS + index * gap + (at?.(index, chance) ?? 0),
      value: next(index, chance),
    })),
  );
}

const ROUNDS = 5;

/** The best of some rounds, in seconds: the rest is other people's work on the machine. */
function seconds(work: () => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return (performance.now() - start) / 1_000;
  });
  return Math.min(...rounds);
}

const isSame = (a: Point[], b: Point[]): boolean =>
  a.length === b.length &&
  a.every(
    ({ atMicros, value }, index) => atMicros === b[index]?.atMicros && Object.is(value, b[index]?.value),
  );

function measure(series: Series): Record<string, string | number> {
  const days = daysOf(series);
  const sealed = days.map(sealChunk);
  if (!days.every((day, index) => isSame(day, openChunk(sealed[index] ?? new Uint8Array())))) {
    throw new Error(`${series.name}: not lossless`);
  }
  const readings = days.reduce((sum, day) => sum + day.length, 0);
  const bytes = sealed.reduce((sum, chunk) => sum + chunk.length, 0);
  return {
    series: series.name,
    "B/reading": (bytes / readings).toFixed(2),
    "seal M/s": (readings / seconds(() => days.forEach(sealChunk)) / 1e6).toFixed(2),
    "open M/s": (readings / seconds(() => sealed.forEach(openChunk)) / 1e6).toFixed(2),
    "open µs/day": ((seconds(() => sealed.forEach(openChunk)) / sealed.length) * 1e6).toFixed(1),
  };
}

const MINUTES_A_DAY = 1_440;
const MONTH_DAYS = 30;
const BUCKETS = { "15m": 900_000, "1h": 3_600_000 } as const;
const HOURS_A_YEAR = 365 * 24;

/** Of a sensor that is heard each minute: the shapes of a quarter hour's steps, as slow as minutes are. */
const HEARD_EACH_MINUTE: Series[] = [
  { name: "temperature 0.1°", value: walk(21, 0.15, 10) },
  { name: "humidity 0.5 %", value: walk(55, 0.5, 2) },
  { name: "door 0/1", value: () => (_, chance) => (chance() < 0.01 ? 1 : 0) },
  { name: "stuck value", value: () => () => 21.5 },
  { name: "0.1 °C sent as °F (×1.8+32)", value: over(walk(21, 0.15, 10), (celsius) => celsius * 1.8 + 32) },
  { name: "0.1° through float32", value: over(walk(21, 0.15, 10), Math.fround) },
  { name: "noise, full doubles", value: () => (_, chance) => chance() * 100 },
];

function monthOf({ value }: Series, resolution: keyof typeof BUCKETS): BucketPoint[] {
  const chance = seeded(20_261_120);
  const next = value();
  const points = Array.from({ length: MONTH_DAYS * MINUTES_A_DAY }, (_, minute) => ({
    atMicros: START + minute * 60_000_000,
    value: next(minute % READINGS, chance),
  }));
  return bucketsOf(points, resolution).map(({ startMs, aggregate: { count, min, max, avg, last } }) => ({
    bucket: startMs / BUCKETS[resolution],
    count,
    min,
    max,
    avg,
    last,
  }));
}

function measureMonth(series: Series, resolution: keyof typeof BUCKETS): { bytes: number; micros: number } {
  const month = monthOf(series, resolution);
  const sealed = sealBuckets(month);
  const opened = openBuckets(sealed);
  for (const [index, bucket] of month.entries())
    for (const figure of ["bucket", "count", "min", "max", "avg", "last"] as const)
      if (!Object.is(bucket[figure], opened[index]?.[figure]))
        throw new Error(`${series.name}: not lossless`);
  return { bytes: sealed.length / month.length, micros: seconds(() => openBuckets(sealed)) * 1e6 };
}

function measureTiers(series: Series): Record<string, string | number> {
  const [quarters, hours] = [measureMonth(series, "15m"), measureMonth(series, "1h")];
  return {
    series: series.name,
    "B/quarter hour": quarters.bytes.toFixed(2),
    "B/hour": hours.bytes.toFixed(2),
    "year by hour, B": Math.round(hours.bytes * HOURS_A_YEAR),
    "open µs/month of quarters": quarters.micros.toFixed(0),
  };
}

console.log(`${DAYS} sensor-days of ${READINGS} readings each series; header and checksum included`);
console.table(SERIES.map(measure));
console.log(`A month of one sensor that is heard each minute, as buckets; the goal is 5 bytes each`);
console.table(HEARD_EACH_MINUTE.map(measureTiers));
