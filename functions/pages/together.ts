import { done, type Outcome } from "../../lib/kernel/outcome.ts";

type Value<Part> = [Part] extends [Outcome<infer Found>] ? Found : Part;
type Values<Parts> = { [Name in keyof Parts]: Value<Awaited<Parts[Name]>> };

const isOutcome = (part: unknown): part is Outcome<unknown> =>
  typeof part === "object" && part !== null && "ok" in part;

/** What is asked of several at once; the first refusal where one refuses. */
export async function together<Parts extends Record<string, unknown>>(
  parts: Parts,
): Promise<Outcome<Values<Parts>>> {
  const found: [name: string, value: unknown][] = [];
  const asked = Object.entries(parts).map(async ([name, part]) => [name, await part] as const);
  for (const [name, part] of await Promise.all(asked)) {
    const outcome = isOutcome(part) ? part : done(part);
    if (!outcome.ok) return outcome;
    found.push([name, outcome.value]);
  }
  return done(Object.fromEntries(found) as Values<Parts>);
}
