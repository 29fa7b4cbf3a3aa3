import { done, type Outcome } from "../../lib/kernel/outcome.ts";

type Values<Parts> = {
  [Name in keyof Parts]: Awaited<Parts[Name]> extends Outcome<infer Value> ? Value : never;
};

/** What several flows find that are asked at once; the first refusal where one refuses. */
export async function together<Parts extends Record<string, Outcome<unknown> | Promise<Outcome<unknown>>>>(
  parts: Parts,
): Promise<Outcome<Values<Parts>>> {
  const found: [name: string, value: unknown][] = [];
  const asked = Object.entries(parts).map(async ([name, part]) => [name, await part] as const);
  for (const [name, outcome] of await Promise.all(asked)) {
    if (!outcome.ok) return outcome;
    found.push([name, outcome.value]);
  }
  return done(Object.fromEntries(found) as Values<Parts>);
}
