import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Objects } from "../../lib/kernel/ports.ts";
import { ifThere, replaceFile } from "../processes/whole-files.ts";

const KEY = /^[a-z]+\/[A-Za-z0-9_]+$/;

/** Stores files in a subfolder of the data, which every backup copies. Only the service can read them. */
export function diskObjects(folder: string): Objects {
  const fileOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error("A file's key has a form of its own");
    return path.join(folder, key);
  };
  return {
    put: async (key, bytes) => {
      const file = fileOf(key);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await replaceFile(file, bytes, { mode: 0o600, flush: true });
    },
    get: async (key) => {
      const bytes = await ifThere(readFile(fileOf(key)));
      return bytes && new Uint8Array(bytes);
    },
    remove: async (keys) => {
      for (const key of keys) await rm(fileOf(key), { force: true });
    },
  };
}
