import { readFile } from "node:fs/promises";
import path from "node:path";

/** The version of the program that runs, as package.json has it. */
export async function programVersion(): Promise<string> {
  const file = path.resolve(import.meta.dirname, "../../package.json");
  return String(JSON.parse(await readFile(file, "utf8")).version);
}
