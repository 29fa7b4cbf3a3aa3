import { expect, test } from "vitest";
import { instrument } from "../mutation/instrument.ts";
import { findMutants } from "../mutation/mutants.ts";

const changes = (text: string) => findMutants("x.ts", text).mutants.map(({ was, is }) => `${was} → ${is}`);

test.each([
  ["a limit", "f(a <= b)", ["a <= b → a < b", "a <= b → a > b"]],
  ["a condition", "if (a) f();", ["a → true", "a → false"]],
  ["either side of a conjunction", "f(a && b);", ["a && b → b", "a && b → a"]],
  ["a call that chooses", "f(a.filter(g));", ["a.filter(g) → a"]],
  ["a call that has a counterpart", "f(a.some(g));", ["some → every"]],
  ["a link that may end", "f(a?.b.c);", ["?. → ."]],
  ["small numbers by one, greater ones twofold", "f(0, 60);", ["0 → 1", "60 → 120"]],
  ["nothing that only the type checker reads", 'type A = "b" | 1; import "c"; const d = e as A;', []],
  ["nothing that is a name", "const a = { b: c, d }; e.f = g;", []],
])("changes %s", (_, text, wanted) => {
  expect(changes(text).filter((change) => !/→ ;$/.test(change))).toEqual(wanted);
});

test("each mutant has the line that it changes", () => {
  expect(findMutants("x.ts", "f(\n  a,\n  b === c,\n);").mutants.map(({ line }) => line)).toEqual([1, 3]);
});

const SOURCE = `
const least = (values) => values.filter((value) => value !== null).toSorted((a, b) => a - b)[0];
function clamp(value, low, high) {
  if (value < low) return low;
  return value > high || value === Infinity ? high : value;
}
function count(values) {
  let odd = 0;
  let even = 0;
  for (const value of values)
    if (value % 2 === 1) odd += 1;
    else even += 1;
  return [odd, even];
}
const name = (person) => person?.name.trim() ?? "nobody";
export const run = () => [least([3, null, 1]), clamp(-1, 0, 5), clamp(9, 0, 5), name({ name: " Ada " }), name(), count([1, 3, 4])];
`;

/** What the instrumented source does while one mutant is active, or none. */
async function runWith(active: number | null): Promise<string> {
  const { sites } = findMutants("x.js", SOURCE);
  const text = instrument(SOURCE, sites, 100);
  const scope = { __mutant: (id: number) => id - 100 === active };
  const body = `const { __mutant } = scope; ${text.replace("export const run", "const run")} return run();`;
  try {
    return JSON.stringify(new Function("scope", body)(scope));
  } catch {
    return "throws";
  }
}

test("an instrumented file does what the file does until one of its mutants is active", async () => {
  const { mutants } = findMutants("x.js", SOURCE);
  const sound = '[1,0,5,"Ada","nobody",[2,1]]';
  expect(await runWith(null)).toBe(sound);
  const outcomes = await Promise.all(mutants.map((_, id) => runWith(id)));
  const living = mutants.filter((_, id) => outcomes[id] === sound).map(({ was, is }) => `${was} → ${is}`);
  // No value is at its limit, none is infinite, and null is a number to a comparison.
  expect(living.length).toBeLessThan(mutants.length / 3);
  expect(living).toContain("value < low → value <= low");
  expect(living).not.toContain("value < low → value >= low");
});
