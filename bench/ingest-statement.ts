import { randomBytes } from "node:crypto";
import { openDatabase } from "../lib/kernel/db.queries.ts";
import { secretHash } from "../lib/kernel/statements.queries.ts";
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
  const send = async (_url: string, { body }: { body: string }) => {
    caught = JSON.parse(body) as Statement;
    return new Response("Caught", { status: 500 });
  };
  const url = "postgresql://user:password@caught.example/database";
  const db = openDatabase({ url, send, pause: async () => {} });
  const call = {
    keyHash: await secretHash(ingestKey),
    requestId: 1,
    now,
    idempotencyKey: null,
    payload: payload.value,
  };
  await storeIngest(db, call).catch(() => undefined);
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
