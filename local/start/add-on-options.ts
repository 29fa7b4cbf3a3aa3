import { readFile } from "node:fs/promises";
import { messageOf } from "../../lib/kernel/text.ts";
import { StartError, systemErrorCode } from "./start-error.ts";

/** Where Home Assistant's supervisor puts what a person chose for an add-on. */
const OPTIONS_FILE = "/data/options.json";

/**
 * The options of a Home Assistant add-on as environment variables: `smtp_url` is SMTP_URL. Empty outside of one, and
 * for options that are left empty.
 * @throws StartError where the file cannot be read
 */
export async function addOnOptions(
  env: Readonly<Record<string, string | undefined>>,
  file: string = OPTIONS_FILE,
): Promise<Record<string, string>> {
  if (env.SUPERVISOR_TOKEN === undefined) return {};
  try {
    const options: Record<string, unknown> = JSON.parse(await readFile(file, "utf8"));
    const given = Object.entries(options).filter(([, value]) => value !== null && value !== "");
    return Object.fromEntries(given.map(([name, value]) => [name.toUpperCase(), String(value)]));
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return {};
    throw new StartError(`${file} cannot be read: ${messageOf(error)}.`);
  }
}
