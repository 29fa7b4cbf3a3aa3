import { randomBytes } from "node:crypto";
import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod/mini";
import { PROVIDERS } from "../functions/_platform/sending-policy.ts";
import { slipIn } from "../functions/_platform/variable-shapes.ts";
import { VARIABLES } from "../functions/_platform/variables.ts";
import { textIfThere } from "../local/processes/whole-files.ts";
import { PROJECT_FOLDER } from "../local/start/project.ts";
import type { Options } from "./targets.ts";

export type Given = Readonly<Record<string, string | undefined>>;

export const SETTINGS_FILE = path.join(PROJECT_FOLDER, "deploy.env");
const SECRET_BYTES = 32;

/** Reads the settings of deploy.env; the environment takes precedence. */
export async function readGiven(file: string, environment: Given): Promise<Record<string, string>> {
  const all = [parseEnv((await textIfThere(file)) ?? ""), environment].flatMap(Object.entries);
  return Object.fromEntries(all.filter(([, value]) => value));
}

const GENERATED = Object.entries(VARIABLES).flatMap(([name, { kind }]) =>
  kind === "generated" ? [name] : [],
);

/** Returns the names of the secrets that nobody gave and that a deployment generates. */
export const absentSecrets = (given: Given): string[] => GENERATED.filter((name) => !given[name]);

/**
 * Generates the secrets that nobody gave and saves them in deploy.env, so that every later deployment has the same:
 * what was sealed with a lost secret can never be opened again.
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

/** Vercel's regions next to Neon's AWS regions. */
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
 * Returns the database's AWS region from its address, which is also the best one for the functions. Null if the address
 * has none.
 */
export function databaseRegion({ DATABASE_URL: url = "" }: Given): string | null {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return /\.([a-z]{2}-[a-z]+-\d)\.aws\.neon\.tech$/.exec(host)?.[1] ?? null;
}

/** Returns Vercel's region next to the database, or null if unknown. */
export const vercelRegion = (given: Given): string | null =>
  VERCEL_REGIONS[databaseRegion(given) ?? ""] ?? null;

/** Returns all faults of the settings at once, in sentences, so that people needn't find them one by one. */
export const diagnose = (options: Options, given: Given) => ({
  /** Prevents the deployment. */
  missing: [...serviceFaults(given), ...accountFaults(options, given)],
  /** Won't work until it is set. */
  notes: [
    ...channelNotes(given),
    ...operatorNotes(given),
    ...zoneNotes(options, given),
    ...clockNotes(options),
  ],
});

function serviceFaults(given: Given): string[] {
  const required = Object.entries(VARIABLES).flatMap(([name, facts]) =>
    "isRequired" in facts && facts.kind !== "generated" && !given[name] ? [`${name} is not set.`] : [],
  );
  const wrong = Object.entries(VARIABLES).flatMap(([name, { shape }]) => {
    const { error } = z.object({ [name]: z.optional(shape) }).safeParse({ [name]: given[name] || undefined });
    return error === undefined ? [] : [`${slipIn(error)}.`];
  });
  return [...required, ...databaseFaults(given), ...baseUrlFaults(given), ...wrong];
}

function databaseFaults({ DATABASE_URL: url, NEON_FETCH_ENDPOINT: endpoint }: Given): string[] {
  if (!url || !URL.canParse(url)) return [];
  if (new URL(url).hostname.endsWith(".neon.tech") || endpoint) return [];
  return [
    "DATABASE_URL is not Neon's: set NEON_FETCH_ENDPOINT to an endpoint that takes SQL over HTTP for this database.",
  ];
}

function baseUrlFaults({ BASE_URL: url }: Given): string[] {
  if (!url || /^https:\/\/[^/]+$/.test(url)) return [];
  return [`BASE_URL must look like https://home.example without a path, not "${url}".`];
}

/** Signing in to the CLI works as well as a token, so a token is required only if nobody can sign in. */
function accountFaults({ target, dryRun }: Options, given: Given): string[] {
  if (dryRun || given.CI !== "true") return [];
  const name = target === "vercel" ? "VERCEL_TOKEN" : "CLOUDFLARE_API_TOKEN";
  return given[name] ? [] : [`${name} is not set, and nobody can sign in here.`];
}

const WITHOUT: Readonly<Record<string, string>> = {
  Mail: "Nobody can sign in by mail, and no alert goes out by mail.",
  Push: "Push messages are not sent.",
};

const channelNotes = (given: Given): string[] =>
  PROVIDERS.flatMap(({ name, needs }) => {
    const absent = [...needs, ...(name === "Mail" ? ["EMAIL_FROM"] : [])].filter((each) => !given[each]);
    if (absent.length === 0) return [];
    return [`${name}: ${absent.join(", ")} not set. ${WITHOUT[name] ?? `${name} are not sent.`}`];
  });

const operatorNotes = (given: Given): string[] =>
  given.OPERATOR_EMAILS || given.OPERATOR_CHAT_WEBHOOK_URL
    ? []
    : ["OPERATOR_EMAILS is not set: nobody is notified when a job fails."];

/** A host with three or more parts is usually below the domain that Cloudflare manages. */
const zoneNotes = ({ target }: Options, { BASE_URL: url, CLOUDFLARE_ZONE: zone }: Given): string[] =>
  target === "cloudflare" && !zone && URL.canParse(url ?? "") && new URL(url ?? "").host.split(".").length > 2
    ? [
        `CLOUDFLARE_ZONE is not set: set it to your domain if Cloudflare doesn't manage ${new URL(url ?? "").host} itself.`,
      ]
    : [];

const clockNotes = ({ target, plan }: Options): string[] =>
  target === "vercel" && plan === "hobby"
    ? [
        "Vercel's hobby plan fires triggers once a day at most, so none is deployed: let another clock call /api/cron/* (docs/operations.md).",
      ]
    : [];
