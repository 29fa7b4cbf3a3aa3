import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError, type Pool, type PoolClient } from "pg";
import { messageOf } from "../../../lib/kernel/text.ts";
import { leavesConnection } from "../../../local/machine/sql-client.ts";
import { type LoopbackServer, listenOnLoopback } from "../../../local/processes/loopback-server.ts";
import { type NameOf, runBatch, runStatement, type SqlStatement } from "./execution.ts";
import {
  answerOfFault,
  COMPUTE_UNREACHABLE,
  jsonAnswer,
  type SqlAnswer,
  type SqlFault,
  SqlPools,
} from "./faults.ts";

interface SqlEndpointOptions {
  connectionString: string;
  /** Sees every call before it is executed. A returned fault happens to this call. */
  onCall?: (queries: string[]) => SqlFault | undefined | Promise<SqlFault | undefined>;
  /** A measurement sets a longer time, so that it doesn't pay for new connections after each pause. */
  idleMs?: number;
  /** Connections that outlive the endpoint, used instead of its own. */
  kept?: { pools: SqlPools; nameOf: NonNullable<NameOf> };
}

export interface SqlEndpoint {
  /** For `neonConfig.fetchEndpoint`. */
  url: string;
  /** Answers a call, whose headers are in lower case; null breaks the connection. */
  answer(call: SqlCall): Promise<SqlAnswer | null>;
  stop(): Promise<void>;
}

type SqlCall = { text: string; headers: IncomingHttpHeaders };

type SqlBody = Partial<SqlStatement> & { queries?: SqlStatement[] };

/** Serves Neon's SQL over HTTP in front of any Postgres. */
export async function startSqlEndpoint(options: SqlEndpointOptions): Promise<SqlEndpoint> {
  const pools = options.kept?.pools ?? new SqlPools(options.connectionString, options.idleMs);
  const answer = (call: SqlCall) => answerCall(call, pools, options, options.kept?.nameOf);
  const server: LoopbackServer = await listenOnLoopback(
    createServer((request, response) => {
      handle(request, response, answer).catch((error: unknown) => {
        send(response, jsonAnswer(500, { message: messageOf(error), code: null }));
      });
    }),
  );
  const stop = async () => {
    await server.stop();
    if (options.kept === undefined) await pools.close();
  };
  return { url: `http://127.0.0.1:${server.port}/sql`, answer, stop };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  answerTo: SqlEndpoint["answer"],
): Promise<void> {
  const text = await readText(request);
  const answer = await answerTo({ text, headers: request.headers });
  if (answer === null) return void request.socket.destroy();
  send(response, answer);
}

async function answerCall(
  { text, headers }: SqlCall,
  pools: SqlPools,
  { onCall }: SqlEndpointOptions,
  nameOf: NameOf,
): Promise<SqlAnswer | null> {
  const connectionString = String(headers["neon-connection-string"]);
  const body = JSON.parse(text) as SqlBody;
  const fault = await onCall?.(body.queries?.map((item) => item.query) ?? [body.query ?? ""]);
  if (fault?.kind === "delay") await sleep(fault.ms);
  if (fault?.kind === "reset_before") return null;
  const injected = fault === undefined ? undefined : answerOfFault(fault);
  const answer = injected ?? (await execute(pools.for(connectionString), body, nameOf));
  return fault?.kind === "reset_after" ? null : answer;
}

async function execute(pool: Pool, body: SqlBody, nameOf: NameOf): Promise<SqlAnswer> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    return error instanceof DatabaseError ? postgresRefusal(error) : COMPUTE_UNREACHABLE;
  }
  let broken = true;
  try {
    const result = await run(client, body, nameOf);
    broken = false;
    return jsonAnswer(200, result);
  } catch (error) {
    if (!(error instanceof DatabaseError)) return jsonAnswer(500, { message: messageOf(error), code: null });
    broken = !leavesConnection(error);
    return postgresRefusal(error);
  } finally {
    client.release(broken);
  }
}

async function run(client: PoolClient, { query = "", params = [], queries }: SqlBody, nameOf: NameOf) {
  if (queries === undefined) return runStatement(client, { query, params }, nameOf);
  return { results: await runBatch(client, queries, nameOf) };
}

function postgresRefusal(error: DatabaseError): SqlAnswer {
  const { message, name: _name, length: _length, ...fields } = error;
  return jsonAnswer(400, { ...fields, message: error.message });
}

function send(response: ServerResponse, { status, contentType, body }: SqlAnswer): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { "content-type": contentType, "content-length": Buffer.byteLength(body) });
  response.end(body);
}
