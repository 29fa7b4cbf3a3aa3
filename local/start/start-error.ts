/** Something the person at the keyboard can act on: one sentence, shown without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The `code` of a Node system error ("ENOENT", "EADDRINUSE", …), if it has one. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
