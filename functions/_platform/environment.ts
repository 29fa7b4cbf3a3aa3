import type { ShardMessage } from "../../lib/jobs/ticks.ts";
import type { Db } from "../../lib/kernel/db.queries.ts";
import type { Objects, SendMessage } from "../../lib/kernel/ports.ts";
import { type R2Bucket, r2Objects } from "../../lib/kernel/r2-objects.vendor.ts";
import type { Queries } from "../../lib/kernel/statements.queries.ts";
import type { StorePost } from "../../lib/readings/record-readings.actions.ts";
import type { MadeBackup } from "../../lib/status/judge-status.ts";
import { type GroupName, type TextVariable, type VariableName, variablesOf } from "./variables.ts";

const EDGES = ["cloudflare", "vercel", "machine", "none"] as const;

/** Another function of this deployment, reached without the network. */
type Service = { fetch(request: Request): Promise<Response> };

export type ShardQueue = { sendBatch(messages: { body: ShardMessage }[]): Promise<void> };

/** The one process that holds every group on a machine of its own. No other instance counts requests beside it. */
export type Machine = {
  /** PostgreSQL by its own protocol. */
  queries: Queries;
  /** How posts that come side by side are stored. */
  postsTogether?: ((db: Db) => StorePost) | undefined;
  /** Mail by SMTP, which the edge's functions have no sockets for; absent where SMTP_URL is not set. */
  mail?: SendMessage | undefined;
  /** Files, in the folder of the data; absent where the machine keeps none. */
  objects?: Objects | undefined;
  /** The last scheduled backup that is whole, null where there is none yet; absent where none is scheduled. */
  lastBackup?: (() => MadeBackup | null) | undefined;
};

/** What a function is given by its platform: every variable of the table, by its name and with its type. */
export type Environment = Readonly<
  { [Name in TextVariable]?: string | undefined } & {
    CRON?: Service | undefined;
    MACHINE?: Machine | undefined;
    /** A bucket of R2, for the emergency cards' photos. */
    OBJECTS?: R2Bucket | undefined;
    /** `false` in a worker that answers for all groups and cannot call itself. */
    FEED_SHARDS?: ShardQueue | false | undefined;
  }
>;

/**
 * Shows a group the variables of its row in the table and no other. A binding takes precedence over the
 * process's variable of the same name.
 * @throws Error where the group asks for another one, so that what it reads and what it is given cannot part
 */
export function environmentOf(group: GroupName, bindings: Environment, process: Environment): Environment {
  const names = new Set<PropertyKey>(variablesOf(group).map(([name]) => name));
  const isOwn = (name: PropertyKey): name is VariableName => names.has(name);
  return new Proxy<Environment>(bindings, {
    get: (_, name) => {
      if (isOwn(name)) return bindings[name] ?? process[name];
      throw new Error(`${String(name)} is no variable of ${group}: see functions/_platform/variables.ts`);
    },
  });
}

/** @throws Error naming the variable, so that a function without its configuration refuses to start */
export function required(environment: Environment, name: TextVariable): string {
  const value = optional(environment, name);
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

/** An empty variable counts as one that is not set. */
export function optional(environment: Environment, name: TextVariable): string | undefined {
  const value = environment[name];
  return value === "" ? undefined : value;
}

/** The entries of a comma-separated variable; none where it is not set. */
export const listed = (environment: Environment, name: TextVariable): string[] =>
  (optional(environment, name) ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/**
 * `https://host`, without a slash at its end, as links and ingest URLs begin.
 * @throws Error when BASE_URL is missing or no URL
 */
export const baseUrl = (environment: Environment): string =>
  new URL(required(environment, "BASE_URL")).origin;

type Edge = (typeof EDGES)[number];

const isEdge = (text: string): text is Edge => EDGES.some((edge) => edge === text);

/**
 * EDGE says what stands in front of the functions, and whose header about the caller's address is therefore
 * believed. Without it none is: a header that nobody sets is anybody's to write.
 * @throws Error where it names something else
 */
export function edge(environment: Environment): Edge {
  const given = optional(environment, "EDGE") ?? "none";
  if (isEdge(given)) return given;
  throw new Error(`EDGE must be one of ${EDGES.join(", ")}`);
}

/** Where files are kept: the machine's disk, or a bucket of R2 on Workers. Null where there is none. */
export function objects({ MACHINE, OBJECTS }: Environment): Objects | null {
  if (MACHINE?.objects !== undefined) return MACHINE.objects;
  return OBJECTS === undefined ? null : r2Objects(OBJECTS);
}
