import type { Client } from "pg";
import type { BenchDevice, BenchSensor } from "./bench-database.ts";

/** Ten days at a quarter of an hour: what stands in the partitions before a day is sealed. */
const DAYS = 10;
export const SNAPSHOTS_A_DEVICE = DAYS * 96;

/** A moment `step` quarters of an hour into the ten days, and what sensor `place` measures then. */
const MOMENT = (step: string) => `'2026-11-01T00:00:00Z'::timestamptz + ${step} * interval '15 minutes'`;
const VALUE = (device: string, step: string, place: string) =>
  `round((50 + 8 * sin(${step} / 15.0 + ${device}) + ${place})::numeric, 1)::float8`;

/** Readings are as many as the devices have room for in ten days. */
export const devicesFor = (readings: number, sensors: number) =>
  Math.ceil(readings / sensors / SNAPSHOTS_A_DEVICE);

export const sensorsOf = (count: number): BenchSensor[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `temp${index + 1}`,
    kind: "temperature",
    unit: "°F",
    isState: false,
  }));

export async function makePartitions(client: Client): Promise<void> {
  await client.query(
    `select ensure_snapshot_day('2026-11-01'::date + day) from generate_series(0, ${DAYS}) as day`,
  );
}

/**
 * In the order of time, as devices post: that decides how full the index pages are. The array is made as
 * record_readings makes it, filled with nulls and then assigned to: that decides whether it carries a null
 * bitmap.
 */
export async function fillSnapshots(client: Client, sensors: number): Promise<void> {
  await client.query(
    `do $do$ declare target record; step integer; place integer; snapshot float8[]; begin
       for step in 0..${SNAPSHOTS_A_DEVICE - 1} loop
         for target in select number from devices order by number loop
           snapshot := array_fill(null::float8, array[${sensors}]);
           for place in 1..${sensors} loop
             snapshot[place] := ${VALUE("target.number", "step", "place")};
           end loop;
           perform store_snapshot(target.number, ${MOMENT("step")}, snapshot);
         end loop;
       end loop;
     end $do$`,
  );
}

/** The same readings as one row each, with the primary key that a range of one sensor needs. */
export async function fillPlain(client: Client): Promise<void> {
  await client.query(
    "create table plain (sensor_id text, ts timestamptz, value float8, primary key (sensor_id, ts))",
  );
  await client.query(
    `insert into plain select s.id, ${MOMENT("step")}, ${VALUE("d.number", "step", "s.position")}
     from generate_series(0, ${SNAPSHOTS_A_DEVICE - 1}) as step, devices d join sensors s on s.device_id = d.id
     order by step, d.number, s.position`,
  );
}

/** Through the hot path itself, snapshot by snapshot, each the readings that `fillSnapshots` makes of it. */
export async function recordSnapshots(client: Client, devices: BenchDevice[], steps: number): Promise<void> {
  await client.query(
    `do $do$ declare target record; step integer; body jsonb; begin
       for step in 0..${steps - 1} loop
         for target in select * from devices order by number loop
           select jsonb_build_object('faulty', '[]'::jsonb, 'readings', jsonb_agg(jsonb_build_object(
             'key', s.key, 'unit', s.unit, 'state', false, 'value', ${VALUE("target.number", "step", "s.position")},
             'at', (extract(epoch from ${MOMENT("step")}) * 1000000)::bigint)))
           into body from sensors s where s.device_id = target.id;
           perform record_readings(target.ingest_key_hash, step * ${devices.length} + target.number,
             '2026-11-08T12:00:00Z', null, null, null, null, null, body::text);
         end loop;
       end loop;
     end $do$`,
  );
}

export interface Size {
  rows: number;
  heap: number;
  index: number;
  total: number;
}

/**
 * All forks and all partitions, after the space map is written. The partitioned table itself takes no room.
 */
export async function sizeOf(client: Client, table: string): Promise<Size> {
  await client.query(`vacuum analyze ${table}`);
  const { rows } = await client.query<Size>(
    `select (select count(*)::integer from ${table}) as rows, sum(pg_table_size(relid))::float8 as heap,
       sum(pg_indexes_size(relid))::float8 as index, sum(pg_total_relation_size(relid))::float8 as total
     from (select relid from pg_partition_tree($1::regclass) union select $1::regclass) as part`,
    [table],
  );
  const [size] = rows;
  if (size === undefined) throw new Error(`There is no table ${table}`);
  return size;
}
