/** A mistake that the person can mend: shown as one sentence. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
