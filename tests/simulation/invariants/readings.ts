import { KEPT_MS, type Reading } from "../acts/read-pages.ts";
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

/** Days that are not sealed yet, at every step; the whole history is read at the end. */
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

/** Both are read by the home's owner, of all its devices at once. */
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
  // Times are shown to the millisecond, in which several bodies may have come.
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
    ({ deviceId, atMs }) => deviceId === device.id && atMs > stage.nowMs - KEPT_MS,
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
  name: "every tier agrees with raw",
  check: async (world) => {
    const read = readerOf(world);
    const verdicts: Verdict[] = [];
    for (const home of world.homes) {
      const raw = await read(home, "raw");
      for (const tier of ["15m", "1h", "1d"] as const)
        verdicts.push(judgeTier(raw, await read(home, tier), tier));
    }
    return together(verdicts);
  },
};

function judgeTier(
  raw: readonly Reading[],
  buckets: readonly Reading[],
  tier: keyof typeof LENGTHS_MS,
): Verdict {
  const lengthMs = LENGTHS_MS[tier];
  const keyOf = (key: string, at: string) => `${key}@${Math.floor(Date.parse(at) / lengthMs) * lengthMs}`;
  const expected = Map.groupBy(raw, ({ key, recorded_at }) => keyOf(key, recorded_at));
  // A held value is no reading.
  const said = buckets.filter(({ count }) => count !== 0);
  const found = new Map(said.map((bucket) => [keyOf(bucket.key, bucket.recorded_at), bucket]));
  const names = new Set([...expected.keys(), ...found.keys()]);
  return judgeEach(names, (name) => {
    const values = (expected.get(name) ?? []).map(({ value_num }) => value_num);
    const bucket = found.get(name);
    if (bucket === undefined) return `${tier} lacks ${name}, of which raw has ${values.length}`;
    if (bucket.count !== values.length)
      return `${tier} counts ${bucket.count} of ${name}, raw ${values.length}`;
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const isSame =
      isNear(bucket.min, Math.min(...values)) &&
      isNear(bucket.max, Math.max(...values)) &&
      isNear(bucket.avg, mean);
    return isSame
      ? null
      : `${tier} of ${name} is ${JSON.stringify(bucket)}, raw has ${JSON.stringify(values)}`;
  });
}

const isNear = (one: number | undefined, other: number): boolean =>
  one !== undefined && Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(other));
