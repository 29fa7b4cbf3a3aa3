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

/** Several contenders keep theirs open beside each other. */
const CONNECTIONS_MAX = 100;

/** As many as live in a home that has many: what a tick judges is a home, and no home has hundreds. */
export const DEVICES_A_HOME = 10;

const INSERT_DEVICES = `
  insert into devices (id, household_id, type, name, space, ingest_key_hash, latest_values, latest_at, created_at)
  select id, home, 'push', id, 'Bench', key_hash, array_fill(null::float8, array[$2::integer]),
    array_fill(null::timestamptz, array[$2::integer]), now()
  from jsonb_to_recordset($1::jsonb) as row (id text, home text, key_hash bytea)`;

/** Ids as long as create_sensors makes them. */
const INSERT_SENSORS = `
  insert into sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
  select 'sen_' || substr(encode(sha256(convert_to(d.id || '/' || (s->>'key'), 'UTF8')), 'hex'), 1, 24),
    d.id, place, s->>'key', s->>'key', s->>'kind', s->>'unit', (s->>'isState')::boolean, now()
  from devices d, jsonb_array_elements($2::jsonb) with ordinality as list (s, place) where d.household_id = any($1)`;

export interface BenchServer {
  /** Holds also what others keep beside the database. */
  folder: string;
  postmasterPid: number;
  connectionString(database: string): string;
  /** A migrated, empty database. */
  addDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** A PostgreSQL of this measurement alone, as durable as in `npm start`, gone afterwards. */
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

/** Devices that all have the same sensors, known already; of one home, or so many in each. */
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
