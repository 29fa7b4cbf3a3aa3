import * as z from "zod/mini";
import type { Machine, Service, ShardQueue } from "./platform.ts";
import { slipIn } from "./variable-shapes.ts";
import { type GroupName, VARIABLES, type VariableName, variablesOf } from "./variables.ts";

type Bindings = { CRON: Service; FEED_SHARDS: ShardQueue; MACHINE: Machine };

/** What a function is given by its platform: texts, and the platform's own objects. */
export type Environment = Readonly<{
  [Name in VariableName]?: (Name extends keyof Bindings ? Bindings[Name] : unknown) | undefined;
}>;

type Read = { [Name in VariableName]: z.output<(typeof VARIABLES)[Name]["shape"]> };

/** The variables that somebody reads, as the table's shapes give them. */
export type Reads<Name extends VariableName> = Readonly<Pick<Read, Name>>;

/** What a group reads: the variables of its rows in the table, and no other. */
export type Env<Group extends GroupName> = Reads<
  {
    [Name in VariableName]: Group extends (typeof VARIABLES)[Name]["groups"][number] ? Name : never;
  }[VariableName]
>;

/**
 * A group's variables; a binding takes precedence over the process's variable of the same name.
 * @throws Error naming the first variable that is missing or makes no sense, so that a slip is found at the start
 */
export function envOf<Group extends GroupName>(
  group: Group,
  bindings: Environment,
  process: Environment = {},
): Env<Group> {
  const names = variablesOf(group).map(([name]) => name);
  const shape = z.object(Object.fromEntries(names.map((name) => [name, VARIABLES[name].shape])));
  const given = names.map((name) => [name, bindings[name] ?? process[name]]);
  const set = Object.fromEntries(given.filter(([, value]) => value !== ""));
  const read = shape.safeParse(set);
  if (read.success) return read.data as Env<Group>;
  throw new Error(slipIn(read.error));
}

/** @throws Error naming the variable: only one process that holds every group does without it */
export function needed(name: VariableName, value: string | undefined): string {
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}
