import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { CommandError } from "./command-error.ts";

/** The service and the API key that the commands use. */
export type Profile = { url: string; key: string };

type Variables = Readonly<Record<string, string | undefined>>;

export function profileFile({ XDG_CONFIG_HOME: config }: Variables): string {
  return path.join(config || path.join(homedir(), ".config"), "hearthwatch", "profile.json");
}

/** HEARTHWATCH_URL and HEARTHWATCH_API_KEY come first; null where nobody has logged in. */
export async function readProfile(variables: Variables): Promise<Profile | null> {
  const { HEARTHWATCH_URL: url, HEARTHWATCH_API_KEY: key } = variables;
  if (url && key) return { url, key };
  const text = await readFile(profileFile(variables), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : profileIn(text, profileFile(variables));
}

function profileIn(text: string, file: string): Profile {
  try {
    const { url, key } = JSON.parse(text) as Partial<Profile>;
    if (typeof url === "string" && typeof key === "string") return { url, key };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CommandError(`${file} is damaged: delete it and log in again.`);
}

export async function writeProfile(variables: Variables, profile: Profile): Promise<void> {
  const file = profileFile(variables);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}
