import { type GroupName, variablesOf } from "./variables.ts";

/** What a function is given by its platform. */
export type Environment = Readonly<Record<string, unknown>>;

/**
 * What a group may see of what its platform has: the variables of its row in the table. A binding goes before the
 * process's variable of the same name.
 * @throws Error where it asks for another one, so that what it reads and what it is given cannot part
 */
export function environmentOf(group: GroupName, bindings: Environment, process: Environment): Environment {
  const names = new Set<string>(variablesOf(group).map(([name]) => name));
  return new Proxy<Environment>(bindings, {
    get: (_, name) => {
      if (typeof name === "string" && names.has(name)) return bindings[name] ?? process[name];
      throw new Error(`${String(name)} is no variable of ${group}: see functions/_platform/variables.ts`);
    },
  });
}

/** @throws Error naming the variable, so that a function without its configuration refuses to start */
export function required(environment: Environment, name: string): string {
  const value = optional(environment, name);
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

export function optional(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
