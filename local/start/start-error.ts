/** Something the person at the keyboard can act on: one sentence, shown without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}
