import type { ExitCode } from "./command-error.ts";
import type { Profile } from "./profile.ts";

/** Every command that shows something takes it. */
export const JSON_OPTION = { json: { type: "boolean" } } as const;

/** What a command may touch; tests give it an app in place of the network. */
export type CommandPorts = {
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  print: (line: string) => void;
  /** Text that is written as it is, without a line end. */
  write: (text: string) => Promise<void>;
  now: () => Date;
  pause: (ms: number) => Promise<void>;
  profile: Profile | null;
  saveProfile: (profile: Profile) => Promise<void>;
};

export type Command = {
  /** What stands behind the command's name in the help. */
  usage: string;
  about: string;
  /** Returns the exit code; 0 if it returns nothing. */
  run: (words: readonly string[], ports: CommandPorts) => Promise<ExitCode | undefined>;
};

/** One line of JSON, which `jq` and other programs read. */
export function printJson({ print }: Pick<CommandPorts, "print">, value: unknown): undefined {
  print(JSON.stringify(value));
}
