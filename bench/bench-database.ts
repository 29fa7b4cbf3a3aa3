import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Client } from "pg";
import { newId, newSecret } from "../lib/kernel/secret.ts";
import { byteaText, secretHash } from "../lib/kernel/statements.queries.ts";
import { createDatabase } from "../local/postgres/cluster.ts";
import { migrateDatabase } from "../local/postgres/migrate.ts";
import { startPostgres } from "../local/postgres/start-postgres.ts";
import { ID_PREFIXES, SECRET_TYPES } from "../schema/vocabulary.ts";

/** Enough for several contenders, which keep their connections open at the same time. */
const CONNECTIONS_MAX = 100;

/** A home with many devices. A tick evaluates whole homes, and no real home has hundreds of devices. */
export const DEVICES_A_HOME = 10;

const INSERT_DEVICES = `
  insert into devices (id, household_id, type, name, space, ingest_key_hash, latest_values, latest_at, created_at)
  select id, home, 'push', id, 'Bench', key_hash, array_fill(null::float8, array[$2::integer]),
    array_fill(null::timestamptz, array[$2::integer]), now()
  from jsonb_to_recordset($1::jsonb) as row (id text, home text, key_hash bytea)`;

/** The ids are as long as those of `create_sensors`. */
const INSERT_SENSORS = `
  insert into sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
  select 'sen_' || substr(encode(sha256(convert_to(d.id || '/' || (s->>'key'), 'UTF8')), 'hex'), 1, 24),
    d.id, place, s->>'key', s->>'key', s->>'kind', s->>'unit', (s->>'isState')::boolean, now()
  from devices d, jsonb_array_elements($2::jsonb) with ordinality as list (s, place) where d.household_id = any($1)`;

export interface BenchServer {
  /** The temporary folder of the server. A measurement may keep other files there. */
  folder: string;
  postmasterPid: number;
  connectionString(database: string): string;
  /** Creates a migrated, empty database, and returns its connection string. */
  addDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL for this measurement only, as durable as in `npm start`. `stop` deletes it. */
export async function startBenchServer(): Promise<BenchServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-bench-"));
  const { connectionString, stop } = await startPostgres({
    dataDir: folder,
    connectionsMax: CONNECTIONS_MAX,
  });
  const pidFile = await readFile(path.join(folder, "postgres", "postmaster.pid"), "utf8");
  return {
    folder,
    postmasterPid: Number.parseInt(pidFile, 10),
    connectionString,
    addDatabase: async (name) => {
      await createDatabase(connectionString("postgres"), name);
      await migrateDatabase(connectionString(name));
      return connectionString(name);
    },
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type BenchDevice = { id: string; ingestKey: string };

export type BenchSensor = { key: string; kind: string; unit: string | null; isState: boolean };

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

/** Adds devices with the same known sensors, to one home or `devicesAHome` to each home. */
export async function addDevices(
  client: Client,
  count: number,
  sensors: BenchSensor[],
  devicesAHome: number = count,
): Promise<BenchDevice[]> {
  const homes = Array.from({ length: Math.ceil(count / devicesAHome) }, () =>
    newId(ID_PREFIXES.household, random),
  );
  await client.query(
    "insert into households (id, name, plan, created_at) select id, 'Bench', 'pro', now() from unnest($1::text[]) id",
    [homes],
  );
  const devices = Array.from({ length: count }, () => ({
    id: newId(ID_PREFIXES.device, random),
    ingestKey: newSecret(SECRET_TYPES.ingestKey, random),
  }));
  const rows = await Promise.all(
    devices.map(async ({ id, ingestKey }, index) => ({
      id,
      home: homes[Math.floor(index / devicesAHome)],
      key_hash: byteaText(await secretHash(ingestKey)),
    })),
  );
  await client.query(INSERT_DEVICES, [JSON.stringify(rows), sensors.length]);
  await client.query(INSERT_SENSORS, [homes, JSON.stringify(sensors)]);
  await client.query("vacuum analyze devices, sensors");
  return devices;
}
