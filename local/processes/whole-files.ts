import { readFile, rename, writeFile } from "node:fs/promises";
import { codeOf } from "../../lib/kernel/text.ts";

/** The file's text; null where there is no such file. */
export const textIfThere = (file: string): Promise<string | null> =>
  readFile(file, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });

/** Written beside and renamed: nobody ever reads half of it, and a kill in the middle leaves the old one. */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  options: { mode?: number; flush?: boolean } = {},
): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, content, options);
  await rename(partial, file);
}
