/** What every function is given by its platform; a group reads its own further names. */
export type Environment = Readonly<Record<string, unknown>>;

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
