import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { codeOf } from "../../lib/kernel/text.ts";
import { SUPERUSER } from "../postgres/cluster.ts";
import { textIfThere } from "../processes/whole-files.ts";
import { keepOthersOut } from "../start/data-lock.ts";
import { StartError } from "../start/project.ts";

const PORT_LINE = 3;
/** The service restarts a PostgreSQL that has ended, and it may have to read its log first. */
const ANSWER_MS_MAX = 30_000;
const ANSWER_POLL_MS = 250;
/** Nobody listens, or cannot_connect_now: the server is starting. */
const NOT_YET = new Set(["ECONNREFUSED", "ECONNRESET", "57P03"]);

/** The source of a backup: a running database that takes part, or files that nobody changes meanwhile. */
interface Source {
  /** Null if no database runs. */
  running: Client | null;
  close(): Promise<void>;
}

/**
 * Opens a data folder for a backup. If its database doesn't run, nobody can start on the folder until `close`.
 * @throws StartError if the service runs, but its database doesn't answer
 */
export async function openSource(dataDir: string, cluster: string): Promise<Source> {
  const deadline = Date.now() + ANSWER_MS_MAX;
  for (;;) {
    const running = await findRunning(cluster, path.join(dataDir, "postgres.password"));
    if (running !== null) return running;
    const letIn = keepOthersOut(dataDir);
    if (letIn !== null) return { running: null, close: async () => letIn() };
    if (Date.now() > deadline)
      throw new StartError("Hearthwatch runs, but its database does not answer. Try again when it does.");
    await sleep(ANSWER_POLL_MS);
  }
}

/** Returns null if no server answers on the folder, even if a killed one left its pid file. */
async function findRunning(folder: string, passwordFile: string): Promise<Source | null> {
  const port = await portOf(folder);
  if (port === null) return null;
  const password = (await readFile(passwordFile, "utf8")).trim();
  const connectionString = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  const client = new Client({ connectionString });
  // A broken connection makes the next statement fail, so the event itself needs no handling.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    if (NOT_YET.has(codeOf(error) ?? "")) return null;
    throw error;
  }
  return { running: client, close: () => client.end() };
}

/** Returns the port of the server on the folder; null if none runs, or if it hasn't stated its port yet. */
async function portOf(folder: string): Promise<number | null> {
  const text = await textIfThere(path.join(folder, "postmaster.pid"));
  const port = Number(text?.split("\n")[PORT_LINE]);
  return port > 0 ? port : null;
}
