import type { Client } from "pg";
import { BUCKET_MS, mergedBuckets, utcDayOf } from "../../lib/history/buckets.ts";
import { type Bucket, between, type Point, sealBuckets, sealReadings } from "../../lib/history/codec.ts";

/** Where 0.1.0 stored a tier: first in rows, later in chunks of several days. */
const TIERS = [
  { resolution: "15m", rows: "history_15m", chunks: "history_15m_months", into: "history_15m_chunks" },
  { resolution: "1h", rows: "history_1h", chunks: "history_1h_months", into: "history_1h_chunks" },
] as const;

/** Converts the history of 0.1.0 to current chunks and drops its tables. Runs in the migrations' transaction. */
export async function upgradeHistory(client: Client): Promise<void> {
  const { rows: kept } = await client.query<{ number: number }>(
    "select distinct device_number as number from history_chunks",
  );
  for (const { number } of kept) await upgradeReadings(client, number);
  for (const tier of TIERS) {
    const { rows: devices } = await client.query<{ number: number }>(
      `select device_number as number from ${tier.rows} union select device_number from ${tier.chunks}`,
    );
    for (const { number } of devices) await upgradeTier(client, tier, number);
  }
  await client.query("drop table history_15m, history_15m_months, history_1h, history_1h_months");
}

async function upgradeReadings(client: Client, device: number): Promise<void> {
  const { rows } = await client.query<{ position: number; day: string; chunk: Buffer }>(
    "select position, day::text, chunk from history_chunks where device_number = $1",
    [device],
  );
  const chunks = rows.map(({ chunk }) => Buffer.from(sealReadings(oldReadings(chunk))));
  await client.query(
    `update history_chunks kept set chunk = new.chunk
     from unnest($2::smallint[], $3::date[], $4::bytea[]) as new (position, day, chunk)
     where kept.device_number = $1 and kept.position = new.position and kept.day = new.day`,
    [device, rows.map(({ position }) => position), rows.map(({ day }) => day), chunks],
  );
}

type BucketRow = Record<"position" | "bucket" | "count" | "avg" | "min" | "max" | "last", number>;

async function upgradeTier(client: Client, tier: (typeof TIERS)[number], device: number): Promise<void> {
  const { rows: loose } = await client.query<BucketRow>(
    `select position, bucket, readings as count, mean as avg, coalesce(low, mean) as min, coalesce(high, mean) as max,
       coalesce(last, mean) as last from ${tier.rows} where device_number = $1 order by bucket`,
    [device],
  );
  const { rows: sealed } = await client.query<{ position: number; chunk: Buffer }>(
    `select position, chunk from ${tier.chunks} where device_number = $1 order by month`,
    [device],
  );
  const buckets = [
    ...sealed.flatMap(({ position, chunk }) => oldBuckets(chunk).map((bucket) => ({ position, ...bucket }))),
    ...loose,
  ];
  for (const [position, own] of Map.groupBy(buckets, (bucket) => bucket.position)) {
    const dayOf = ({ bucket }: Bucket) => utcDayOf(bucket * BUCKET_MS[tier.resolution]);
    const days = [...Map.groupBy(mergedBuckets(own), dayOf)];
    await client.query(
      `select ensure_history_month(day) from (
         select distinct date_trunc('month', day)::date as day from unnest($1::date[]) as day) months`,
      [days.map(([day]) => day)],
    );
    await client.query(
      `insert into ${tier.into} (device_number, position, day, chunk)
       select $1, $2, day, chunk from unnest($3::date[], $4::bytea[]) as new (day, chunk)`,
      [device, position, days.map(([day]) => day), days.map(([, ofDay]) => Buffer.from(sealBuckets(ofDay)))],
    );
  }
}

// Chunks of history in the format of 0.1.0, only for upgrading its databases. The checksum after each isn't checked: a
// database returns what it was given.

const CLOCK_MICROS = [1_000_000, 1_000, 1];
const FLOATS = 7;
const APART = 7;
const DICTIONARY = 15;
const SINGLE = 8;
const NEAR = 16;
const ESCAPE_ONES = 20;
const FULL_BITS = 52;

type Read = { integer: () => number; byte: () => number; signed: () => number };

function reader(chunk: Uint8Array): Read {
  let at = 1;
  const byte = () => {
    at += 1;
    return chunk[at - 1] ?? 0;
  };
  const integer = () => {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      const group = byte();
      value += (group % 128) * weight;
      if (group < 128) return value;
    }
  };
  return { byte, integer, signed: () => unzigzag(integer()) };
}

const unzigzag = (count: number): number => (count % 2 === 0 ? count / 2 : -(count + 1) / 2);

/** Reads bits from whole bytes, the most significant first. */
function bitReader({ byte }: Read) {
  let [held, waiting] = [0, 0];
  const bit = () => {
    if (waiting === 0) [held, waiting] = [byte(), 8];
    waiting -= 1;
    return (held >>> waiting) & 1;
  };
  const bits = (count: number) => {
    let value = 0n;
    for (let left = count; left > 0; left -= 1) value = value * 2n + BigInt(bit());
    return value;
  };
  const ones = (most: number) => {
    let count = 0;
    while (count < most && bit() === 1) count += 1;
    return count;
  };
  return { bits, ones };
}

function integers(read: Read, length: number): number[] {
  const [first, step, slope, form] = [read.signed(), read.integer(), read.signed(), read.byte()];
  let series = packedCounts(read, form % 16, length - 1).map(unzigzag);
  for (let order = form >> 4; order > 0; order -= 1) {
    let sum = 0;
    series = series.map((value) => {
      sum += value;
      return sum;
    });
  }
  return [first, ...series.map((off, index) => first + step * (off + slope * (index + 1)))];
}

/** Reads counts packed as varints (0), as runs (1), or as Rice codes (2). */
function packedCounts(read: Read, packing: number, length: number): number[] {
  if (packing === 0) return Array.from({ length }, read.integer);
  const counts: number[] = [];
  if (packing === 1) {
    while (counts.length < length) {
      const count = read.integer();
      for (let left = read.integer(); left > 0; left -= 1) counts.push(count);
    }
    return counts;
  }
  const lowBits = read.byte();
  const { bits, ones } = bitReader(read);
  return Array.from({ length }, () => {
    const high = ones(ESCAPE_ONES);
    return high < ESCAPE_ONES ? high * 2 ** lowBits + Number(bits(lowBits)) : Number(bits(FULL_BITS));
  });
}

const float = new DataView(new ArrayBuffer(8));

function floatOf(bits: bigint): number {
  float.setBigUint64(0, bits);
  return float.getFloat64(0);
}

/** Returns the float64 that is so many values further from zero. */
function ulpsAway(from: number, ulps: number): number {
  float.setFloat64(0, from);
  return floatOf(float.getBigUint64(0) + BigInt(ulps));
}

/** Reads floats: each is stored as its changed bits against the one before, in a window between zeros. */
function floats(read: Read, length: number): number[] {
  const { bits, ones } = bitReader(read);
  let [last, leading, trailing] = [0n, 64, 0];
  return Array.from({ length }, () => {
    const marks = ones(2);
    if (marks === 2) {
      leading = Number(bits(6));
      trailing = 64 - leading - (Number(bits(6)) + 1);
    }
    if (marks > 0) last ^= bits(64 - leading - trailing) << BigInt(trailing);
    return floatOf(last);
  });
}

const decimal = (integer: number, form: number): number =>
  form % NEAR >= SINGLE ? Math.fround(integer / 10 ** (form % SINGLE)) : integer / 10 ** (form % SINGLE);

function values(read: Read, form: number, length: number): number[] {
  if (form === FLOATS) return floats(read, length);
  if (form !== DICTIONARY) return integers(read, length).map((integer) => decimal(integer, form));
  const words = floats(read, read.integer());
  return integers(read, length).map((place) => words[place] ?? 0);
}

/** Decodes one sensor's readings of a day. */
export function oldReadings(chunk: Uint8Array): Point[] {
  const read = reader(chunk);
  const header = read.byte();
  const length = read.integer();
  const times = integers(read, length).map((time) => time * (CLOCK_MICROS[header >> 4] ?? 1));
  const said = values(read, header % 16, length);
  return times.map((atMicros, index) => ({ atMicros, value: said[index] ?? 0 }));
}

/** Decodes one sensor's buckets of some days or a month. */
export function oldBuckets(chunk: Uint8Array): Bucket[] {
  const read = reader(chunk);
  const length = read.integer();
  const [numbers, counts] = [integers(read, length), integers(read, length)];
  const form = read.byte();
  const { low, high, last, mean } = form === APART ? figuresApart(read, length) : figures(read, form, counts);
  return numbers.map((bucket, index) => ({
    bucket,
    count: counts[index] ?? 0,
    min: low[index] ?? 0,
    max: high[index] ?? 0,
    avg: mean[index] ?? 0,
    last: last[index] ?? 0,
  }));
}

type Figures = Record<"low" | "high" | "last" | "mean", number[]>;

function figuresApart(read: Read, length: number): Figures {
  const next = () => values(read, read.byte(), length);
  return { low: next(), high: next(), last: next(), mean: next() };
}

/** Reads figures that are decimals or close to decimals; a mean is stored as its sum. */
function figures(read: Read, form: number, counts: number[]): Figures {
  const { length } = counts;
  const lows = integers(read, length);
  const above = () => integers(read, length).map((value, index) => value + (lows[index] ?? 0));
  const highs = above();
  const all = [...lows, ...highs, ...above()].map((integer) => decimal(integer, form));
  const ulps = form >= NEAR ? integers(read, 3 * length) : [];
  const told = all.map((value, index) => ulpsAway(value, ulps[index] ?? 0));
  const zeros = read.integer();
  for (const place of zeros === 0 ? [] : integers(read, zeros)) told[place] = -0;
  const [low, high] = [told.slice(0, length), told.slice(length, 2 * length)];
  const [beyond, meanUlps] = [integers(read, length), integers(read, length)];
  const mean = counts.map((count, index) => {
    const expected = Math.floor((count * ((lows[index] ?? 0) + (highs[index] ?? 0))) / 2);
    const near = (expected + (beyond[index] ?? 0)) / 10 ** (form % SINGLE) / count;
    return ulpsAway(between(low[index] ?? 0, near, high[index] ?? 0), meanUlps[index] ?? 0);
  });
  const odd = read.integer();
  const places = odd === 0 ? [] : integers(read, odd);
  for (const [index, value] of floats(read, odd).entries()) mean[places[index] ?? 0] = value;
  return { low, high, last: told.slice(2 * length), mean };
}
