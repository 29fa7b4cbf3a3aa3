import path from "node:path";
import { getSystemErrorMessage } from "node:util";
import { messageOf } from "../../lib/kernel/text.ts";
import { StartError } from "../start/project.ts";
import { readSettings } from "../start/settings.ts";

/** What node-postgres says where a server ends without a word, and of each query after that; it has no code. */
const CONNECTION_LOST = /^(Connection terminated|Client has encountered a connection error)/;
/** What a server says that is being ended, has lost a process, or is only starting. */
const SERVER_ENDED = /^57P0[1-3]$/;

/** Why a backup or a restore failed, in words; null for anything that is our own fault. */
export function failureOf(name: string, error: unknown): string | null {
  if (error instanceof StartError) return error.message;
  if (CONNECTION_LOST.test(messageOf(error)) || SERVER_ENDED.test((error as { code?: string }).code ?? ""))
    return `The ${name} failed: the database ended meanwhile. Try again.`;
  const { errno } = error as NodeJS.ErrnoException;
  return errno === undefined ? null : `The ${name} failed: ${getSystemErrorMessage(errno)}.`;
}

/** The file that it failed at, as a sentence with a space before it; empty where none is known. */
export function placeOf(error: unknown): string {
  const { dest, path: source } = error as { dest?: string; path?: string };
  const place = dest ?? source;
  return place === undefined ? "" : ` It was at ${place}.`;
}

type Places = { dataDir: string; folder: string };

/** Runs a command that takes one folder; gives its exit code. */
export async function runCommand(name: string, work: (places: Places) => Promise<string>): Promise<number> {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === "--help" || folder === "-h") {
    console.log(`Usage: npm run ${name} -- FOLDER`);
    return 0;
  }
  if (folder === undefined || folder.startsWith("-") || more.length > 0) {
    console.error(`Usage: npm run ${name} -- FOLDER`);
    return 1;
  }
  try {
    const { dataDir } = readSettings(process.env);
    console.log(await work({ dataDir, folder: path.resolve(folder) }));
    return 0;
  } catch (error) {
    const failure = failureOf(name, error);
    if (failure === null) throw error;
    console.error(failure + placeOf(error));
    return 1;
  }
}
