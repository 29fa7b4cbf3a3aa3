import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";
import { PROJECT_FOLDER } from "../local/start/project.ts";

const DEFAULT_PREFIX = "hearthwatch";

const Route = z.looseObject({ pattern: z.string(), custom_domain: z.boolean().optional() });
const Queue = z.looseObject({ queue: z.string() });

/** The parts of a worker in wrangler.toml that a deployment needs. wrangler checks the rest. */
const Worker = z.looseObject({
  name: z.string(),
  main: z.string(),
  vars: z.record(z.string(), z.string()).default({}),
  routes: z.array(Route).default([]),
  triggers: z.object({ crons: z.array(z.string()) }).optional(),
  queues: z.looseObject({ producers: z.array(Queue).default([]) }).optional(),
  assets: z.looseObject({ directory: z.string() }).optional(),
});
const Wrangler = z.looseObject({
  alias: z.record(z.string(), z.string()).default({}),
  env: z.record(z.string(), Worker),
});

export type WorkerConfig = z.infer<typeof Worker>;
export type WranglerConfig = z.infer<typeof Wrangler>;

/** @throws ZodError, or smol-toml's error with the line */
export const parseWranglerConfig = (text: string): WranglerConfig => Wrangler.parse(parse(text));

/** Reads wrangler.toml. Another prefix of worker and queue names allows a second installation in one account. */
export async function readWranglerText(prefix?: string): Promise<string> {
  const text = await readFile(path.join(PROJECT_FOLDER, "wrangler.toml"), "utf8");
  return text.replaceAll(`"${DEFAULT_PREFIX}-`, `"${prefix || DEFAULT_PREFIX}-`);
}

export const readWranglerConfig = async (prefix?: string): Promise<WranglerConfig> =>
  parseWranglerConfig(await readWranglerText(prefix));

/** Returns the workers, one for each group of functions. */
export const groupsOf = ({ env }: WranglerConfig): [string, WorkerConfig][] => Object.entries(env);

/** Returns the paths of a worker's routes. A custom domain gets every path that no longer route matches. */
export const pathsOf = ({ routes }: WorkerConfig): string[] =>
  routes.map(({ pattern, custom_domain: isDomain }) =>
    isDomain === true ? "/*" : pattern.slice(pattern.indexOf("/")),
  );
