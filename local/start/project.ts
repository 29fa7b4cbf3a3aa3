import path from "node:path";

/** The checkout, or the folder of a release: two folders above this file, and above what is built of it. */
export const PROJECT_FOLDER = path.resolve(import.meta.dirname, "../..");

/** Something the person at the keyboard can act on: one sentence, shown without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}
