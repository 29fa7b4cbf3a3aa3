import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Client, Pool } from "pg";
import { byteaText, secretHash } from "../lib/kernel/statements.queries.ts";
import { ingestBody } from "../lib/readings/ingest.queries.ts";
import { readPayload } from "../lib/readings/read-payload.ts";
import { createDatabase } from "../local/postgres/cluster.ts";
import { addDevices, type BenchSensor } from "./bench-database.ts";
import type { Load } from "./load.ts";

/** Never edited: with it the statement of the first release stays what it was. */
const SCHEMA = path.join(import.meta.dirname, "first-release.sql");
const STATEMENT =
  "select record_readings($1::bytea, $2::bigint, $3::timestamptz, null::bytea, 256, $4::jsonb) as answer";

type FixedFloor = { send: Load["send"]; close(): Promise<void> };

/**
 * The one statement of the first release, over pg, in a database of its own: what every later ingest is held
 * against.
 */
export async function openFixedFloor(
  server: { connectionString(database: string): string },
  {
    devices,
    sensors,
    bodyOf,
  }: { devices: number; sensors: BenchSensor[]; bodyOf: (index: number) => unknown },
  concurrency: number,
): Promise<FixedFloor> {
  const name = `floor_${randomInt(1_000_000)}`;
  await createDatabase(server.connectionString("postgres"), name);
  const connectionString = server.connectionString(name);
  const keys = await prepared(connectionString, devices, sensors);
  const pool = new Pool({ connectionString, max: concurrency });
  // What ends the measurement is told; that the server then goes, too, is not.
  pool.on("error", () => undefined);
  const send = async (index: number) => {
    const now = new Date();
    const payload = readPayload(bodyOf(index), { now });
    if (!payload.ok) throw new Error("The body of the benchmark is refused");
    const body = JSON.stringify(ingestBody(payload.value));
    const params = [keys[index % keys.length], randomInt(2 ** 47), now.toISOString(), body];
    const { rows } = await pool.query<{ answer: { outcome: string } }>(STATEMENT, params);
    if (rows[0]?.answer.outcome !== "stored") throw new Error("The statement stored nothing");
  };
  return { send, close: () => pool.end() };
}

async function prepared(url: string, count: number, sensors: BenchSensor[]) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(await readFile(SCHEMA, "utf8"));
    const devices = await addDevices(client, count, sensors);
    return await Promise.all(devices.map(async ({ ingestKey }) => byteaText(await secretHash(ingestKey))));
  } finally {
    await client.end();
  }
}
