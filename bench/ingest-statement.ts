import { randomBytes } from "node:crypto";
import { neon, neonConfig } from "@neondatabase/serverless";
import { drizzle } from "drizzle-orm/neon-http";
import { storeIngest } from "../lib/readings/ingest.queries.ts";
import { readPayload } from "../lib/readings/read-payload.ts";

export interface Statement {
  query: string;
  params: unknown[];
}

const REQUEST_ID_PARAM = 1;
const NOW_PARAM = 2;

/** The very statement that an ingest of this body sends, caught on its way to the database. */
export async function ingestStatement(ingestKey: string, body: unknown): Promise<Statement> {
  const now = new Date();
  const payload = readPayload(body, { now });
  if (!payload.ok) throw new Error("The body of the benchmark is refused");
  let caught: Statement | undefined;
  neonConfig.fetchFunction = async (_url: string, init: { body: string }) => {
    caught = JSON.parse(init.body) as Statement;
    throw new Error("Caught");
  };
  const queries = drizzle(neon("postgresql://user:password@caught.example/database"));
  const call = { ingestKey, requestId: 1, now, idempotencyKey: null, payload: payload.value };
  await storeIngest((_kind, work) => work(queries), call).catch(() => undefined);
  if (caught === undefined) throw new Error("The ingest sent no statement");
  return caught;
}

/** The same ingest once more, as a request of its own. */
export function asNewRequest({ query, params }: Statement): Statement {
  const own = [...params];
  own[REQUEST_ID_PARAM] = randomBytes(4).readInt32BE();
  own[NOW_PARAM] = new Date().toISOString();
  return { query, params: own };
}
