import path from "node:path";
import { readSettings } from "../start/settings.ts";
import { failureOf, placeOf } from "./failure.ts";

type Places = { dataDir: string; folder: string };

/** Runs a command that takes one folder; gives its exit code. */
export async function runCommand(name: string, work: (places: Places) => Promise<string>): Promise<number> {
  const [folder, ...more] = process.argv.slice(2);
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
