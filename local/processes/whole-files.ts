import { readFile, rename, writeFile } from "node:fs/promises";
import { codeOf } from "../../lib/kernel/text.ts";

/** Returns null if there is no such file. */
export const ifThere = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });

export const textIfThere = (file: string): Promise<string | null> => ifThere(readFile(file, "utf8"));

/** Writes a temporary file and renames it: nobody ever reads a part, and a kill leaves the old file. */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  options: { mode?: number; flush?: boolean } = {},
): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, content, options);
  await rename(partial, file);
}
