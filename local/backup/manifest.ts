import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { inParallel } from "../../lib/kernel/in-turn.actions.ts";
import { codeOf, jsonIn } from "../../lib/kernel/text.ts";
import { StartError } from "../start/project.ts";
import { FILES_AT_ONCE } from "./copy-tree.ts";

export const MANIFEST_FILE = "manifest.json";
const FORMAT = 1;
/** How many of the damaged files an error names. */
const NAMED_MAX = 3;

/** `path` is relative to the backup's folder, with `/`. */
type BackupFile = { path: string; bytes: number; sha256: string };

export interface Manifest {
  format: typeof FORMAT;
  /** The program's version. */
  version: string;
  /** When the program's newest migration was created. An older program doesn't open the database. */
  schema: number;
  /** When the backup began, ISO 8601, UTC. */
  createdAt: string;
  files: BackupFile[];
}

/** Returns every file below a folder, except the manifest itself, sorted by path, with its size and hash. */
export async function filesOf(folder: string): Promise<BackupFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => name !== MANIFEST_FILE)
    .toSorted();
  return inParallel(names, FILES_AT_ONCE, async (name) => {
    const file = path.join(folder, name);
    const { size } = await lstat(file);
    return { path: name.replaceAll(path.sep, "/"), bytes: size, sha256: await checksumOf(file) };
  });
}

export const bytesOf = (files: readonly BackupFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

async function checksumOf(file: string): Promise<string> {
  const sum = createHash("sha256");
  await pipeline(createReadStream(file), sum);
  return sum.digest("hex");
}

/** Writes the manifest. It is the last file of a backup, and on disk before the backup gets its name. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, "format">): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`;
  await writeFile(path.join(folder, MANIFEST_FILE), text, { flag: "wx", mode: 0o600, flush: true });
}

/** @throws StartError if the folder isn't a complete backup in a known format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST_FILE), "utf8").catch((error: unknown) => {
    const code = codeOf(error);
    throw new StartError(
      code === "ENOENT" || code === "ENOTDIR"
        ? `${folder} is no whole backup: it has no ${MANIFEST_FILE}, which is written last.`
        : `${folder} cannot be read (${code}); run the command as its owner.`,
    );
  });
  const found = jsonIn(text) as Manifest | null | undefined;
  if (found?.format !== FORMAT || !Array.isArray(found.files))
    throw new StartError(`${folder} is no whole backup: its ${MANIFEST_FILE} is damaged.`);
  return found;
}

/**
 * Compares each file with its entry in the manifest.
 * @throws StartError naming files that are missing or have changed
 */
export async function requireWhole(folder: string, { files }: Manifest): Promise<void> {
  const found = await inParallel(files, FILES_AT_ONCE, (file) => faultOf(folder, file));
  const faults = found.filter((fault) => fault !== null);
  if (faults.length === 0) return;
  const more = faults.length > NAMED_MAX ? ` and ${faults.length - NAMED_MAX} more` : "";
  throw new StartError(
    `${folder} is incomplete: ${faults.slice(0, NAMED_MAX).join(", ")}${more}. Use another backup.`,
  );
}

/** Returns what is wrong with a file, in words, or null if it matches the manifest. */
async function faultOf(folder: string, { path: name, bytes, sha256 }: BackupFile): Promise<string | null> {
  const file = path.join(folder, name);
  const found = await lstat(file).catch(() => null);
  if (found === null) return `${name} is missing`;
  if (found.size !== bytes) return `${name} has ${found.size} of ${bytes} bytes`;
  return (await checksumOf(file)) === sha256 ? null : `${name} has changed`;
}
