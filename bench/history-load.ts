import type { Client } from "pg";
import { seeded } from "./table.ts";

export const SENSORS_A_DEVICE = 3;
export const SNAPSHOTS_A_DAY = 96;
const DAY_MS = 86_400_000;
const STEP_MS = DAY_MS / SNAPSHOTS_A_DAY;

export type Load = { devices: number; days: number; startMs: number };

/**
 * A device with °F in tenths, humidity in halves and CO2 in whole ppm. Each has a daily course, a drift and noise.
 */
type Node = { seconds: number; drift: number; humidity: number; people: number };

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;

function valuesAt(node: Node, step: number, chance: () => number): number[] {
  const phase = Math.sin((step / SNAPSHOTS_A_DAY) * 2 * Math.PI);
  node.drift = node.drift * 0.999 + (chance() - 0.5) * 0.4;
  node.humidity = node.humidity * 0.999 + (chance() - 0.5) * 0.8;
  node.people = Math.max(0, Math.min(4, node.people + Math.round((chance() - 0.5) * 2.2)));
  const temperature = rounded(66 + 3 * phase + node.drift + (chance() - 0.5) * 0.3, 10);
  const humidity = rounded(45 - 4 * phase + node.humidity + (chance() - 0.5), 2);
  return [temperature, humidity, Math.round(430 + 120 * node.people + 25 * chance())];
}

/** Inserts snapshots in the order in which devices post. Every device posts at its own second, as in real homes. */
export async function loadSnapshots(
  client: Client,
  load: Load,
  progress: (day: number) => void,
): Promise<void> {
  const chance = seeded(20_261_120);
  const nodes = Array.from({ length: load.devices }, () => ({
    seconds: Math.floor(chance() * 900),
    drift: 0,
    humidity: 0,
    people: 1,
  }));
  const { rows } = await client.query<{ number: number }>("select number from devices order by number");
  for (let day = 0; day < load.days; day += 1) {
    const startMs = load.startMs + day * DAY_MS;
    await client.query("select ensure_snapshot_day(($1::timestamptz at time zone 'UTC')::date)", [
      new Date(startMs),
    ]);
    const columns: [number[], string[], string[]] = [[], [], []];
    for (let step = 0; step < SNAPSHOTS_A_DAY; step += 1) {
      for (const [index, node] of nodes.entries()) {
        columns[0].push(rows[index]?.number ?? 0);
        columns[1].push(new Date(startMs + step * STEP_MS + node.seconds * 1_000).toISOString());
        columns[2].push(`{${valuesAt(node, day * SNAPSHOTS_A_DAY + step, chance).join(",")}}`);
      }
    }
    await client.query(
      `insert into snapshots (device_number, recorded_at, "values") select number, at, sent::float8[]
       from unnest($1::integer[], $2::timestamptz[], $3::text[]) as row (number, at, sent)`,
      columns,
    );
    progress(day + 1);
  }
}

/** Inserts the same readings as one row each, with the primary key that a range query of one sensor needs. */
export async function loadPlain(client: Client, load: Load, progress: (day: number) => void): Promise<void> {
  await client.query(
    "create table plain (sensor_id text, ts timestamptz, value float8, primary key (sensor_id, ts))",
  );
  for (let day = 0; day < load.days; day += 1) {
    await client.query(
      `insert into plain select sensor.id, snapshot.recorded_at, snapshot."values"[sensor.position]
       from snapshots snapshot join devices device on device.number = snapshot.device_number
       join sensors sensor on sensor.device_id = device.id
       where recorded_at >= $1::timestamptz and recorded_at < $1::timestamptz + interval '1 day'
       order by snapshot.recorded_at, device.number, sensor.position`,
      [new Date(load.startMs + day * DAY_MS)],
    );
    progress(day + 1);
  }
}
