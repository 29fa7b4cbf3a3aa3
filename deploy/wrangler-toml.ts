import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";
import { PROJECT_FOLDER } from "../local/start/project.ts";

const DEFAULT_PREFIX = "hearthwatch";

const Route = z.looseObject({ pattern: z.string(), custom_domain: z.boolean().optional() });
const Queue = z.looseObject({ queue: z.string() });

/** A worker as wrangler.toml describes it, as far as a deployment has to know; wrangler checks the rest. */
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

/** @throws ZodError, or smol-toml's own, which says the line */
export const parseWranglerConfig = (text: string): WranglerConfig => Wrangler.parse(parse(text));

/** wrangler.toml, with another prefix before the names of workers and queues: a second installation in one account. */
export async function readWranglerText(prefix?: string): Promise<string> {
  const text = await readFile(path.join(PROJECT_FOLDER, "wrangler.toml"), "utf8");
  return text.replaceAll(`"${DEFAULT_PREFIX}-`, `"${prefix || DEFAULT_PREFIX}-`);
}

export const readWranglerConfig = async (prefix?: string): Promise<WranglerConfig> =>
  parseWranglerConfig(await readWranglerText(prefix));

/** The workers, one for each group of functions. */
export const groupsOf = ({ env }: WranglerConfig): [string, WorkerConfig][] => Object.entries(env);

/** The paths of a worker's routes; a custom domain is every path that no longer route leads away. */
export const pathsOf = ({ routes }: WorkerConfig): string[] =>
  routes.map(({ pattern, custom_domain: isDomain }) =>
    isDomain === true ? "/*" : pattern.slice(pattern.indexOf("/")),
  );
