import path from "node:path";
import { getSystemErrorMessage } from "node:util";
import { messageOf } from "../../lib/kernel/text.ts";
import { StartError } from "../start/project.ts";
import { readSettings } from "../start/settings.ts";

/** node-postgres's messages after a server ended abruptly, now and for each later query; they have no code. */
const CONNECTION_LOST = /^(Connection terminated|Client has encountered a connection error)/;
/** A server that is shutting down, has lost a process, or is only starting. */
const SERVER_ENDED = /^57P0[1-3]$/;

/** Returns why a backup or restore failed, in words, or null if it is a bug of ours. */
export function failureOf(name: string, error: unknown): string | null {
  if (error instanceof StartError) return error.message;
  if (CONNECTION_LOST.test(messageOf(error)) || SERVER_ENDED.test((error as { code?: string }).code ?? ""))
    return `The ${name} failed: the database ended meanwhile. Try again.`;
  const { errno } = error as NodeJS.ErrnoException;
  return errno === undefined ? null : `The ${name} failed: ${getSystemErrorMessage(errno)}.`;
}

/** Returns the file at which it failed, as a sentence after a space; empty if unknown. */
export function placeOf(error: unknown): string {
  const { dest, path: source } = error as { dest?: string; path?: string };
  const place = dest ?? source;
  return place === undefined ? "" : ` It was at ${place}.`;
}

type Places = { dataDir: string; folder: string };

/** Runs a command that takes one folder, and returns its exit code. */
export async function runCommand(name: string, work: (places: Places) => Promise<string>): Promise<number> {
  const [folder, ...more] = process.argv.slice(2);
  const usage = `Usage: npm run ${name} -- FOLDER, or in a release: ./node dist/machine/${name}.js FOLDER`;
  if (folder === "--help" || folder === "-h") {
    console.log(usage);
    return 0;
  }
  if (folder === undefined || folder.startsWith("-") || more.length > 0) {
    console.error(usage);
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
