import path from "node:path";

/** The checkout, or a release's folder: two folders above this file, and above its built version. */
export const PROJECT_FOLDER = path.resolve(import.meta.dirname, "../..");

/** A problem that the person at the keyboard can solve: one sentence, shown without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}
