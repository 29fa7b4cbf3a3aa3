import { RAW_KEPT_MS, type Reading, readFromMs } from "../acts/read-pages.ts";
import {
  type Device,
  floodKey,
  type Home,
  keysOf,
  markerKey,
  temperatureKey,
  type World,
} from "../world/world.ts";
import { type Invariant, judgeEach, together, type Verdict } from "./invariant.ts";
import { ofDevice, readerOf } from "./read-back.ts";

const MARKED = `
  select d.id, s."values"[sensors.position] as marker, count(*)::integer as n
  from devices d join sensors on sensors.device_id = d.id and sensors.key like 'marker%'
  join snapshots s on s.device_number = d.number
  where s."values"[sensors.position] is not null group by 1, 2 having count(*) > 1`;

/** Checks days that aren't sealed yet at every step; the whole history is read at the end. */
export const snapshotsOnce: Invariant = {
  name: "no reading twice",
  check: async ({ database, model }) => {
    const twice = await database.query<{ id: string; marker: number; n: number }>(MARKED);
    return {
      checked: model.sent.size,
      broken: twice.map(({ id, marker, n }) => `body ${marker} of ${id} is stored ${n} times`),
    };
  },
};

/** The home's owner reads sealed and unsealed days of all its devices at once. */
export const readingsOnce: Invariant = {
  name: "acknowledged readings exactly once, sealed or not",
  check: async (world) => {
    const read = readerOf(world);
    const verdicts: Verdict[] = [];
    for (const home of world.homes) {
      const raw = await read(home, "raw");
      const mine = new Set(home.devices.flatMap(keysOf));
      verdicts.push(
        judgeEach(raw, ({ key }) => (mine.has(key) ? null : `${home.id} reads ${key}, which is not its own`)),
      );
      for (const device of await stillThere(world, home))
        verdicts.push(judgeRaw(world, device, ofDevice(raw, device)));
    }
    return together(verdicts);
  },
};

async function stillThere({ database }: World, home: Home): Promise<Device[]> {
  const rows = await database.query<{ id: string }>("select id from devices where household_id = $1", [
    home.id,
  ]);
  return home.devices.filter((device) => rows.some(({ id }) => id === device.id));
}

function judgeRaw({ model, stage }: World, device: Device, raw: readonly Reading[]): Verdict {
  // Times are shown in milliseconds, and several bodies may have come within one.
  const moments = Map.groupBy(raw, ({ recorded_at }) => recorded_at);
  const markers = raw.filter(({ key }) => key === markerKey(device));
  const found = new Map<number, number>();
  const contents = judgeEach(markers, ({ value_num: marker, recorded_at }) => {
    found.set(marker, (found.get(marker) ?? 0) + 1);
    const sent = model.sent.get(marker);
    if (sent?.deviceId !== device.id)
      return `Node ${device.number} holds body ${marker}, which is not its own`;
    const says = (wanted: string, value: number) =>
      moments
        .get(recorded_at)
        ?.some(({ key, value_num }) => key === wanted && Math.abs(value_num - value) < 1e-9);
    const isAsSent =
      says(temperatureKey(device), sent.temperature) && says(floodKey(device), Number(sent.isWet));
    return isAsSent ? null : `body ${marker} of Node ${device.number} reads otherwise than it was sent`;
  });
  const own = [...model.sent.values()].filter(
    ({ deviceId, atMs }) => deviceId === device.id && atMs > stage.nowMs - RAW_KEPT_MS,
  );
  const counts = judgeEach(own, ({ marker, isAcknowledged }) => {
    const n = found.get(marker) ?? 0;
    if (n > 1) return `body ${marker} of Node ${device.number} is read ${n} times`;
    return isAcknowledged && n === 0
      ? `body ${marker} of Node ${device.number} was acknowledged and is gone`
      : null;
  });
  return together([contents, counts]);
}

const LENGTHS_MS = { "15m": 900_000, "1h": 3_600_000, "1d": 86_400_000 } as const;

export const coarserAgrees: Invariant = {
  name: "every tier agrees with raw and with the finer one, sealed or not",
  check: async (world) => {
    const read = readerOf(world);
    const verdicts: Verdict[] = [];
    for (const home of world.homes) {
      const raw = (await read(home, "raw")).map(asBucket);
      const rawFromMs = readFromMs("raw", world.stage.nowMs);
      let finer: Reading[] = [];
      for (const tier of ["15m", "1h", "1d"] as const) {
        const buckets = await read(home, tier);
        const sameTime = buckets.filter(({ recorded_at }) => Date.parse(recorded_at) >= rawFromMs);
        verdicts.push(judgeTier(raw, sameTime, tier));
        // Tiers go back further than raw readings: into sealed months.
        if (tier !== "15m") verdicts.push(judgeTier(finer, buckets, tier));
        finer = buckets;
      }
    }
    return together(verdicts);
  },
};

const asBucket = (reading: Reading): Reading => {
  const { value_num: value } = reading;
  return { ...reading, count: 1, min: value, max: value, avg: value, last: value };
};

/** `finer` has raw readings as buckets, or buckets of a finer tier. */
function judgeTier(
  finer: readonly Reading[],
  buckets: readonly Reading[],
  tier: keyof typeof LENGTHS_MS,
): Verdict {
  const lengthMs = LENGTHS_MS[tier];
  const keyOf = (key: string, at: string) => `${key}@${Math.floor(Date.parse(at) / lengthMs) * lengthMs}`;
  // A carried-forward value is no reading.
  const isSaid = ({ count }: Reading) => count !== 0;
  const expected = Map.groupBy(finer.filter(isSaid), ({ key, recorded_at }) => keyOf(key, recorded_at));
  const said = buckets.filter(isSaid);
  const found = new Map(said.map((bucket) => [keyOf(bucket.key, bucket.recorded_at), bucket]));
  const names = new Set([...expected.keys(), ...found.keys()]);
  return judgeEach(names, (name) => {
    const parts = expected.get(name) ?? [];
    const bucket = found.get(name);
    const count = parts.reduce((sum, part) => sum + (part.count ?? 0), 0);
    if (bucket === undefined) return `${tier} lacks ${name}, of which there are ${count}`;
    if (bucket.count !== count)
      return `${tier} counts ${bucket.count} of ${name}, of which there are ${count}`;
    const sum = parts.reduce((total, part) => total + (part.avg ?? 0) * (part.count ?? 0), 0);
    const isSame =
      isNear(bucket.min, Math.min(...parts.map(({ min = Number.NaN }) => min))) &&
      isNear(bucket.max, Math.max(...parts.map(({ max = Number.NaN }) => max))) &&
      isNear(bucket.avg, sum / count) &&
      bucket.last === parts.at(-1)?.last;
    return isSame
      ? null
      : `${tier} of ${name} is ${JSON.stringify(bucket)}, made of ${JSON.stringify(parts)}`;
  });
}

const isNear = (one: number | undefined, other: number): boolean =>
  one !== undefined && Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(other));
