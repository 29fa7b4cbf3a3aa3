import { neonConfig } from "@neondatabase/serverless";
import { type Db, databaseOver, neonQueries, STORE_LIMITS } from "../../../lib/kernel/db.queries.ts";
import { answerOfFault, type SqlAnswer } from "../../edge/neon/faults.ts";
import type { Contention } from "./contention.ts";
import type { CallFault } from "./faults.ts";
import type { Instance } from "./instance.ts";
import type { SimulatedDatabase, WireBody } from "./simulated-database.ts";

const SLOW_MS_MAX = 4_000;

/** With contention, statements of several instances run at once; otherwise each ends before the next. */
type Databases = { database: SimulatedDatabase; contention: Contention | null };
type Line = Databases & { instance: Instance };

/** By the name in each instance's connection string. */
const lines = new Map<string, Line>();
let opened = 0;

/** The product's own database access, including retries, over a connection on which everything can fail. */
export function wiredDatabase(instance: Instance, { database, contention }: Databases): Db {
  opened += 1;
  const line = `line${opened}`;
  lines.set(line, { instance, database, contention });
  neonConfig.fetchFunction = overTheWire;
  const queries = neonQueries(`postgresql://somebody:something@simulated.invalid/${line}`);
  return databaseOver(queries, { pause: instance.pause });
}

/** Removes all instances of a history. */
export const cutLines = (): void => lines.clear();

function overTheWire(
  _url: string,
  init: { body: string; headers: Record<string, string> },
): Promise<Response> {
  const headers = new Headers(init.headers);
  const line = lines.get(new URL(headers.get("Neon-Connection-String") ?? "").pathname.slice(1));
  if (line === undefined) throw new Error("A call of an instance that nobody knows");
  return line.instance.call(() => sent(line, JSON.parse(init.body) as WireBody));
}

async function sent({ instance, database, contention }: Line, body: WireBody): Promise<Response> {
  const { stage, weather } = instance;
  const execute = () =>
    contention === null
      ? database.execute(body, stage.nowMs)
      : contention.execute(stage, body, (what) => weather.count(what));
  stage.nowMs += 1;
  return await suffer(weather.call(), instance, execute);
}

async function suffer(
  fault: CallFault | null,
  { stage, weather, die }: { stage: Instance["stage"]; weather: Instance["weather"]; die: () => void },
  execute: () => Promise<SqlAnswer>,
): Promise<Response> {
  switch (fault) {
    case null:
      return toResponse(await execute());
    case "slow":
      stage.nowMs += 1 + Math.floor(weather.part() * SLOW_MS_MAX);
      return toResponse(await execute());
    case "lost_before":
      throw broken();
    case "lost_after":
      await execute();
      throw broken();
    case "late":
      stage.nowMs += STORE_LIMITS.storeAttemptMs;
      stage.later(execute);
      throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
    case "refused":
      return toResponse(answerOfFault({ kind: "refuse" }));
    case "restart_before":
      return toResponse(answerOfFault({ kind: "pg_error", code: "57P01" }));
    case "restart_after":
      await execute();
      return toResponse(answerOfFault({ kind: "pg_error", code: "57P01" }));
    case "deadlock":
      return toResponse(answerOfFault({ kind: "pg_error", code: "40P01" }));
    case "garbled_before":
      return toResponse(answerOfFault({ kind: "bad_gateway_html" }));
    case "garbled_after":
      await execute();
      return toResponse(answerOfFault({ kind: "ok_html" }));
    case "killed_before":
      die();
      throw broken();
    case "killed_after":
      await execute();
      die();
      throw broken();
    default:
      return fault satisfies never;
  }
}

const broken = () => new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });

function toResponse(answer: SqlAnswer | undefined): Response {
  if (answer === undefined) throw new Error("This fault has no answer");
  const { status, contentType, body } = answer;
  return new Response(body, { status, headers: { "content-type": contentType } });
}
