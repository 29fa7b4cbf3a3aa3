import path from "node:path";
import { readSettings } from "../start/settings.ts";
import { StartError } from "../start/start-error.ts";

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
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    return 1;
  }
}
