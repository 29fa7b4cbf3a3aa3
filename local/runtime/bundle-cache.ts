import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { PROJECT_FOLDER } from "./wrangler-config.ts";

const FOLDER = path.join(PROJECT_FOLDER, "node_modules/.cache/hearthwatch");

interface Built {
  text: string;
  /** Every file that went into it, relative to the working folder. */
  inputs: string[];
}

interface Kept {
  text: string;
  /** Size and time of change of each input. */
  marks: [file: string, mark: string][];
}

/**
 * The text made by `build`, taken from the last time as long as no file that went into it has changed.
 * `options` stands for everything else that the text depends on. What cannot be kept is built each time.
 */
export async function cachedBundle(options: unknown, build: () => Promise<Built>): Promise<string> {
  const name = createHash("sha256")
    .update(JSON.stringify([process.cwd(), options]))
    .digest("hex");
  const file = path.join(FOLDER, `${name.slice(0, 32)}.json`);
  const kept = await readKept(file);
  if (kept !== undefined && (await isCurrent(kept))) return kept.text;
  const { text, inputs } = await build();
  await keep(file, { text, marks: await marksOf(inputs) });
  return text;
}

async function readKept(file: string): Promise<Kept | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Kept;
  } catch {
    // Nothing is kept yet, or it cannot be read: both mean that it is built.
    return undefined;
  }
}

async function isCurrent({ marks }: Kept): Promise<boolean> {
  const now = await marksOf(marks.map(([file]) => file));
  return now.every(([, mark], index) => mark === marks[index]?.[1]);
}

const marksOf = (files: string[]): Promise<Kept["marks"]> =>
  Promise.all(files.map(async (file) => [file, await markOf(file)] as [string, string]));

async function markOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found === undefined ? "gone" : `${found.size} ${found.mtimeNs}`;
}

/** Through a file of its own: two builds at once each leave a whole one. */
async function keep(file: string, kept: Kept): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    await mkdir(FOLDER, { recursive: true });
    await writeFile(draft, JSON.stringify(kept));
    await rename(draft, file);
  } catch {
    // A checkout that cannot be written is served all the same: it builds at every start.
  }
}
