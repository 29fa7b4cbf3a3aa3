/** The exit codes; docs/api.md lists them. */
export const EXIT_CODES = { done: 0, failed: 1, usage: 2, alertsOpen: 3 } as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** A mistake that the person can mend: shown as one sentence. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  readonly exitCode: ExitCode = EXIT_CODES.failed;
}

/** Words that a command doesn't understand. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
  override readonly exitCode = EXIT_CODES.usage;
}
