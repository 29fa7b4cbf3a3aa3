import { readFile } from "node:fs/promises";
import path from "node:path";
import { Pool } from "pg";
import { type Queryable, type Row, withPlaces } from "./database.ts";
import { descendantsOf } from "./process-family.ts";
import { type Spoken, speak } from "./processes.ts";
import type { ProcessMark } from "./running-process.ts";

const READY = "Hearthwatch is ready";

/** `npm start` as a separate process, by default without the demo. */
export interface StartedPlatform extends Queryable {
  url: string;
  spoken: Spoken;
  /** All processes that it has started, and theirs; empty on Windows. */
  family(): ProcessMark[];
  /** Ends the test's own connections to Postgres; the platform continues. */
  disconnect(): Promise<void>;
}

/** Resolves when it serves. The caller owns `dataDir` and ends `spoken.child`. */
export async function startedPlatform(
  dataDir: string,
  port: number,
  onSpawn: (spoken: Spoken) => void,
  env: Record<string, string> = {},
): Promise<StartedPlatform> {
  const spoken = speak(["local/start/start.ts"], {
    DATA_DIR: dataDir,
    PORT: String(port),
    SEED_DEMO: "0",
    SEED_HISTORY: "0",
    ...env,
  });
  onSpawn(spoken);
  await spoken.says(READY);
  const pool = new Pool({ connectionString: await databaseUrlIn(dataDir), max: 2 });
  // A killed database closes its idle connections.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    spoken,
    query: async <T = Row>(text: string, params: unknown[] = []) =>
      (await pool.query(text, params)).rows as T[],
    sql: async <T = Row>(texts: TemplateStringsArray, ...values: unknown[]) =>
      (await pool.query(withPlaces(texts), values)).rows as T[],
    family: () => descendantsOf(spoken.child.pid ?? 0),
    disconnect: () => pool.end(),
  };
}

async function databaseUrlIn(dataDir: string): Promise<string> {
  const password = (await readFile(path.join(dataDir, "postgres.password"), "utf8")).trim();
  const status = await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8");
  return `postgresql://hearthwatch:${password}@127.0.0.1:${status.split("\n")[3]}/hearthwatch`;
}
