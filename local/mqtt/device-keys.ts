import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** Where the things of a broker post, by their names. The file is as secret as the keys in it. */
export type DeviceKeys = {
  urlOf(thing: string): string | undefined;
  count(): number;
  keep(thing: string, ingestUrl: string): Promise<void>;
  forget(thing: string): Promise<void>;
};

const FILE = "mqtt-devices.json";
const OWNER_ONLY = 0o600;

export async function openDeviceKeys(dataDir: string): Promise<DeviceKeys> {
  const file = path.join(dataDir, FILE);
  const urls = new Map(Object.entries(await readUrls(file)));
  // Two things that are met at once are saved one after the other: they share the file that takes the old one's place.
  let saved = Promise.resolve();
  const save = (): Promise<void> => {
    saved = saved.catch(() => undefined).then(write);
    return saved;
  };
  const write = async (): Promise<void> => {
    const next = `${file}.next`;
    await writeFile(next, JSON.stringify(Object.fromEntries(urls), null, 2), { mode: OWNER_ONLY });
    await chmod(next, OWNER_ONLY);
    await rename(next, file);
  };
  return {
    urlOf: (thing) => urls.get(thing),
    count: () => urls.size,
    keep: async (thing, ingestUrl) => {
      urls.set(thing, ingestUrl);
      await save();
    },
    forget: async (thing) => {
      if (urls.delete(thing)) await save();
    },
  };
}

async function readUrls(file: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}
