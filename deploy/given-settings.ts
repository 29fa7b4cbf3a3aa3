import { randomBytes } from "node:crypto";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseEnv } from "node:util";
import { VARIABLES } from "../functions/_platform/variables.ts";
import { textIfThere } from "../local/processes/whole-files.ts";
import { PROJECT_FOLDER } from "../local/start/project.ts";
import type { Given } from "./doctor.ts";

export const SETTINGS_FILE = path.join(PROJECT_FOLDER, "deploy.env");
const SECRET_BYTES = 32;

/** The settings of deploy.env; the environment comes first. */
export async function readGiven(file: string, environment: Given): Promise<Record<string, string>> {
  const all = [parseEnv((await textIfThere(file)) ?? ""), environment].flatMap(Object.entries);
  return Object.fromEntries(all.filter(([, value]) => value));
}

/** The names of the secrets that nobody gave and that a deployment generates. */
export const absentSecrets = (given: Given): string[] =>
  Object.entries(VARIABLES).flatMap(([name, { kind }]) =>
    kind === "generated" && !given[name] ? [name] : [],
  );

/**
 * Generates the secrets that nobody gave and saves them in deploy.env, so that every later deployment has the
 * same: what was sealed with a lost secret can never be opened again.
 */
export async function generateSecrets(
  file: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const generated = Object.fromEntries(
    names.map((name) => [name, randomBytes(SECRET_BYTES).toString("base64url")]),
  );
  const before = (await textIfThere(file)) ?? "";
  const lines = Object.entries(generated).map(([name, value]) => `${name}=${value}\n`);
  const gap = before === "" || before.endsWith("\n") ? "" : "\n";
  await writeFile(file, before + gap + lines.join(""), { mode: 0o600, flush: true });
  await chmod(file, 0o600);
  return generated;
}

/** Where Neon's regions of AWS are on Vercel. */
const VERCEL_REGIONS: Readonly<Record<string, string>> = {
  "us-east-1": "iad1",
  "us-east-2": "cle1",
  "us-west-2": "pdx1",
  "eu-central-1": "fra1",
  "eu-west-2": "lhr1",
  "ap-southeast-1": "sin1",
  "ap-southeast-2": "syd1",
  "sa-east-1": "gru1",
};

/**
 * The region of AWS that the database stands in, as its address says: whoever has chosen it there has chosen it for the functions
 * too. Null where the address says none.
 */
export function databaseRegion({ DATABASE_URL: url = "" }: Given): string | null {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return /\.([a-z]{2}-[a-z]+-\d)\.aws\.neon\.tech$/.exec(host)?.[1] ?? null;
}

/** Vercel's own region beside the database; null where none is known. */
export const vercelRegion = (given: Given): string | null =>
  VERCEL_REGIONS[databaseRegion(given) ?? ""] ?? null;
