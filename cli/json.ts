import type { CommandPorts } from "./command.ts";

/** Every command that shows something takes it. */
export const JSON_OPTION = { json: { type: "boolean" } } as const;

/** One line of JSON, which `jq` and other programs read. */
export function printJson({ print }: Pick<CommandPorts, "print">, value: unknown): undefined {
  print(JSON.stringify(value));
}
