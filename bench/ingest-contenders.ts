import { randomBytes } from "node:crypto";
import { neonConfig } from "@neondatabase/serverless";
import { Pool } from "pg";
import { databaseOver, neonQueries } from "../lib/kernel/db.queries.ts";
import { secretHash } from "../lib/kernel/statements.queries.ts";
import { storeIngest } from "../lib/readings/ingest.queries.ts";
import { readPayload } from "../lib/readings/read-payload.ts";
import type { IngestPlatform } from "./ingest-platform.ts";
import { type Load, poster } from "./load.ts";

const REQUEST_ID_PARAM = 1;
const NOW_PARAM = 2;

export const STATEMENT_FLOOR = "floor: its statement over pg";
export const EMPTY_FLOOR = "floor: empty Hono handler";

const SEASON_AT_ONCE = 16;

export interface Statement {
  query: string;
  params: unknown[];
}

/** Returns the exact statement that an ingest of this body sends. It is caught on its way to the database. */
export async function ingestStatement(ingestKey: string, body: unknown): Promise<Statement> {
  const now = new Date();
  const payload = readPayload(body, { now });
  if (!payload.ok) throw new Error("The body of the benchmark is refused");
  let caught: Statement | undefined;
  const send = async (_url: string, { body }: { body: string }) => {
    caught = JSON.parse(body) as Statement;
    return new Response("Caught", { status: 500 });
  };
  const url = "postgresql://user:password@caught.example/database";
  neonConfig.fetchFunction = send;
  const db = databaseOver(neonQueries(url), { pause: async () => {} });
  const call = {
    keyHash: await secretHash(ingestKey),
    requestId: 1,
    now,
    idempotencyKey: null,
    payload: payload.value,
  };
  await storeIngest(db, call).catch(() => undefined);
  neonConfig.fetchFunction = undefined;
  if (caught === undefined) throw new Error("The ingest sent no statement");
  return caught;
}

/** Copies the statement with a new request id and time, so that it counts as another request. */
export function asNewRequest({ query, params }: Statement): Statement {
  const own = [...params];
  own[REQUEST_ID_PARAM] = randomBytes(4).readInt32BE();
  own[NOW_PARAM] = new Date().toISOString();
  return { query, params: own };
}

type Send = Load["send"];

interface Contenders {
  sends: Record<string, Send>;
  close(): Promise<void>;
}

/** Three readings of a room without trouble. They vary, so that none is dropped as a duplicate. */
const bodyOf = (index: number) => ({
  temp1: 62 + (index % 97) / 10,
  humidity1: 30 + (index % 20),
  door1: index % 2 === 0,
});

export async function contenders(platform: IngestPlatform, concurrency: number): Promise<Contenders> {
  const { workers, connectionString } = platform;
  const opened: { close(): unknown }[] = [];
  const postTo = (worker: string): Send => {
    const { post, close } = poster(workers.url(worker), concurrency);
    opened.push({ close });
    return (index) => post(`/api/ingest/${keyOf(platform, index)}`, JSON.stringify(bodyOf(index)));
  };
  const pool = new Pool({ connectionString, max: concurrency });
  // The server may stop before the pool closes. Errors of queries still end the measurement.
  pool.on("error", () => undefined);
  opened.push({ close: () => pool.end() });
  const sends = {
    "ingest in workerd": postTo("ingest"),
    "the same without the limiter": postTo("unlimited"),
    [STATEMENT_FLOOR]: await statementFloor(platform, pool),
    [EMPTY_FLOOR]: postTo("empty"),
  };
  const close = async () => {
    for (const item of opened) await item.close();
  };
  return { sends, close };
}

/** Lets every device post twice, so that its shape and deadbands are known, as after its first minutes. */
export async function season(platform: IngestPlatform): Promise<void> {
  const { post, close } = poster(platform.workers.url("ingest"), SEASON_AT_ONCE);
  const rest = Array.from({ length: 2 * platform.devices.length }, (_, index) => index).values();
  const worker = async () => {
    for (const index of rest)
      await post(`/api/ingest/${keyOf(platform, index)}`, JSON.stringify(bodyOf(index)));
  };
  await Promise.all(Array.from({ length: SEASON_AT_ONCE }, worker));
  close();
}

async function statementFloor(platform: IngestPlatform, pool: Pool): Promise<Send> {
  const statements: Statement[] = [];
  for (const [index, { ingestKey }] of platform.devices.entries())
    statements.push(await ingestStatement(ingestKey, bodyOf(index)));
  return statementSender(statements, pool);
}

/** Sends the statements in turn. Throws if one stores nothing, which ends the measurement. */
export const statementSender =
  (statements: readonly Statement[], pool: Pool): Send =>
  async (index) => {
    const statement = statements[index % statements.length];
    if (statement === undefined) throw new Error("There is no statement");
    const { query, params } = asNewRequest(statement);
    const { rows } = await pool.query<{ answer: { outcome: string } }>(query, params);
    if (rows[0]?.answer.outcome !== "stored")
      throw new Error(`The statement answered ${rows[0]?.answer.outcome ?? "nothing"}`);
  };

const keyOf = ({ devices }: IngestPlatform, index: number) => devices[index % devices.length]?.ingestKey;
