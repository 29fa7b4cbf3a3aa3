import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { filesOf, read } from "./modules.ts";

const CHARACTERS = 3_000;
/** A linear pattern needs a few hundredths of this for so many characters; a quadratic one ten times as much. */
const CPU_MS_MAX = 5;
const TRIES = 10;
/** Twice the text takes a linear pattern twice as long, and a quadratic one four times, however busy the machine is. */
const GROWTH_MAX = 2.8;

/** Patterns that are quadratic on long texts, and only get short ones: by the pattern's beginning, the reason. */
const SHORT_ONLY: Record<string, string> = {
  "(?<=^|[;": "a cell of a table: a name, a number or a time",
};

const REPEATS = /[*+]|,\}/;

type Found = { source: string; flags: string; file: string };
type Node = { type?: string; regex?: { pattern: string; flags: string } };

/** Returns every distinct literal of the product's code that may repeat something without limit. */
function literals(): Found[] {
  const found = new Map<string, Found>();
  for (const file of filesOf("{schema,lib,functions,local/machine}/**/*.{ts,tsx}")) {
    visit(parseSync(file, read(file)).program, ({ regex }) => {
      if (regex === undefined || !REPEATS.test(regex.pattern)) return;
      found.set(`${regex.pattern}/${regex.flags}`, { source: regex.pattern, flags: regex.flags, file });
    });
  }
  return [...found.values(), ...inTables().filter(({ source }) => REPEATS.test(source))];
}

const TABLES = ["lib/readings/words.json", "lib/readings/senders/senders.json"];

/**
 * Returns the patterns in JSON tables: names, words that mean "on", ends of names, and the part after `~` in a clause.
 */
function inTables(): Found[] {
  return TABLES.flatMap((file) =>
    patternsOf(JSON.parse(read(file)), "").map((source) => ({ source, flags: "", file })),
  );
}

function patternsOf(node: unknown, under: string): string[] {
  if (typeof node === "string") {
    if (under === "on") return [`^(?:${node})$`];
    if (under === "names" || under === "trim") return [node];
    return node.split(/ [&|] |[<>]/).flatMap((part) => part.split("~").slice(1));
  }
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, inner]) =>
    patternsOf(inner, Array.isArray(node) ? under : name),
  );
}

function visit(node: unknown, look: (node: Node) => void): void {
  if (typeof node !== "object" || node === null) return;
  if ((node as Node).type === "Literal") look(node as Node);
  for (const each of Object.values(node)) visit(each, look);
}

const COMMON = [" ", "\t", "a", "A", "0", "_", "-", ".", ",", ":", "/", "=", "a ", "0.", "a."];

/** Returns texts that may make a pattern backtrack: its own words, members of its classes, and common characters. */
function pumps(source: string): string[] {
  const words = source
    .replace(/\\.|\[[^\]]*\]|\(\?[:=!<]+|[{}()*+?|^$.]/g, "\0")
    .split("\0")
    .filter((word) => word !== "" && !/^[\d,]+$/.test(word));
  const members = [...source.matchAll(/\[([^\]^\\])/g)].map(([, member = ""]) => member);
  return [...new Set([...COMMON, ...words, ...words.map((word) => `${word} `), ...members])];
}

/** Returns the lowest CPU time of several tries in ms, or the first quick one: other work makes none of them faster. */
function cpuMs(pattern: RegExp, text: string, quickMs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES && least > quickMs; tried += 1) {
    const before = process.threadCpuUsage();
    pattern.test(text);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

function growsFast(pattern: RegExp, text: string, around: (middle: string) => string): boolean {
  const once = cpuMs(pattern, around(text), CPU_MS_MAX);
  if (once <= CPU_MS_MAX) return false;
  return cpuMs(pattern, around(text + text), once * GROWTH_MAX) > once * GROWTH_MAX;
}

function slowPump({ source, flags }: Found): string | null {
  const pattern = new RegExp(source, flags.replace(/[gy]/g, ""));
  for (const pump of pumps(source)) {
    const text = pump.repeat(Math.ceil(CHARACTERS / pump.length));
    for (const around of [(middle: string) => `${middle}\u0001`, (middle: string) => `a${middle}\n!`])
      if (growsFast(pattern, text, around)) return pump;
  }
  return null;
}

const ALL = literals();
const slow = ALL.flatMap((each) => {
  const pump = slowPump(each);
  return pump === null ? [] : [{ ...each, pump }];
});
const isExcused = (source: string) => Object.keys(SHORT_ONLY).some((begin) => source.startsWith(begin));

test("every pattern reads a long text in one go, or is never given one", () => {
  expect(ALL.length).toBeGreaterThan(100);
  expect(
    slow.filter(({ source }) => !isExcused(source)).map(({ file, source, pump }) => [file, source, pump]),
  ).toEqual([]);
});

test("every excuse is of a pattern that is there", () => {
  const begins = Object.keys(SHORT_ONLY);
  expect(begins.filter((begin) => !ALL.some(({ source }) => source.startsWith(begin)))).toEqual([]);
});
