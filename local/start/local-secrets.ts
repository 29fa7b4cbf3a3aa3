import { createHmac, randomBytes } from "node:crypto";
import path from "node:path";
import * as z from "zod/mini";
import { jsonIn } from "../../lib/kernel/text.ts";
import { MIGRATION_LOCK } from "../postgres/migrate.ts";
import { withClient } from "../postgres/with-client.ts";
import { replaceFile, textIfThere } from "../processes/whole-files.ts";
import { StartError } from "./project.ts";

const SECRET_BYTES = 32;
const SECRET_NAMES = ["CRON_SECRET", "INGEST_KEY_ENCRYPTION_SECRET", "SERVER_SECRET"] as const;

export type LocalSecrets = Record<(typeof SECRET_NAMES)[number], string>;

/** Returns this machine's secrets: from the environment, else from DATA_DIR, else new ones, which are saved there. */
export async function localSecrets(dataDir: string, given: Readonly<Record<string, string | undefined>>) {
  const file = path.join(dataDir, "secrets.json");
  const kept = await readKept(file);
  const drawn: Record<string, string> = { ...kept };
  for (const name of SECRET_NAMES) if (!given[name]) drawn[name] ??= firstSecret(name, given.SERVER_SECRET);
  if (Object.keys(drawn).length > Object.keys(kept).length)
    await replaceFile(file, `${JSON.stringify(drawn, null, 2)}\n`, { mode: 0o600, flush: true });
  return Object.fromEntries(SECRET_NAMES.map((name) => [name, given[name] || drawn[name]])) as LocalSecrets;
}

/** A machine that keeps no files has the same secrets at its next start: they come from the one that it is given. */
const firstSecret = (name: string, serverSecret: string | undefined): string =>
  serverSecret
    ? createHmac("sha256", serverSecret).update(`${name}/v1`).digest("base64url")
    : randomBytes(SECRET_BYTES).toString("base64url");

async function readKept(file: string): Promise<Record<string, string>> {
  const { data } = z.record(z.string(), z.string()).safeParse(jsonIn((await textIfThere(file)) ?? "{}"));
  if (data !== undefined) return data;
  throw new StartError(
    `${file} is damaged; put it back from a copy, or delete it and lose the keys encrypted with it.`,
  );
}

/**
 * Refuses a database whose messages and keys another SERVER_SECRET encrypts: several machines over one database would
 * give up each other's messages. The database keeps a fingerprint of the secret as a comment.
 */
export async function requireSameSecret(connectionString: string, current: string, previous?: string) {
  await withClient(connectionString, async (client) => {
    // Two first starts take turns; the end of the session gives the lock back.
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const { rows } = await client.query<{ mark: string | null }>(
      "SELECT obj_description('drizzle'::regnamespace, 'pg_namespace') AS mark",
    );
    const mark = rows[0]?.mark ?? null;
    if (mark === markOf(current)) return;
    if (mark !== null && (previous === undefined || mark !== markOf(previous)))
      throw new StartError(
        "The database of DATABASE_URL belongs to another SERVER_SECRET, which encrypts its messages and keys: copy secrets.json from the DATA_DIR of the machine that made it. If that is lost, run COMMENT ON SCHEMA drizzle IS NULL there and start again; what it encrypted stays lost.",
      );
    await client.query(`COMMENT ON SCHEMA drizzle IS '${markOf(current)}'`);
  });
}

const markOf = (secret: string): string => createHmac("sha256", secret).update("database/v1").digest("hex");
