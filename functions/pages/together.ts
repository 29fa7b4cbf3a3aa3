import { done, type Outcome, type Problem } from "../../lib/kernel/outcome.ts";

/** What is asked for, whether it can be refused or not. */
export type Value<Part> = Part extends { ok: false; problem: Problem }
  ? never
  : Part extends { ok: true; value: infer Found }
    ? Found
    : Part;
type Values<Parts> = { [Name in keyof Parts]: Value<Awaited<Parts[Name]>> };

/** What cannot be refused is there. */
export const outcomeOf = <Part>(part: Part): Outcome<Value<Part>> =>
  (typeof part === "object" && part !== null && "ok" in part ? part : done(part)) as Outcome<Value<Part>>;

/** What is asked of several at once; the first refusal where one refuses. */
export async function together<Parts extends Record<string, unknown>>(
  parts: Parts,
): Promise<Outcome<Values<Parts>>> {
  const found: [name: string, value: unknown][] = [];
  const asked = Object.entries(parts).map(async ([name, part]) => [name, await part] as const);
  for (const [name, part] of await Promise.all(asked)) {
    const outcome = outcomeOf(part);
    if (!outcome.ok) return outcome;
    found.push([name, outcome.value]);
  }
  return done(Object.fromEntries(found) as Values<Parts>);
}
