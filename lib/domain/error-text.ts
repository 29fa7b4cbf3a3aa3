/** What was thrown, in words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** With what kind of error it was. */
export const namedMessageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
