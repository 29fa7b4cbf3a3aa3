import { describe, expect, test } from "vitest";
import { readLines } from "../../support/json-lines.ts";
import { playScript, type Script } from "./script.ts";

describe.each(["cold", "told", "sensors", "silence", "faults"])("stories/%s.jsonl", (name) => {
  const scripts = readLines<Script>(new URL(`stories/${name}.jsonl`, import.meta.url));

  test.each(scripts.map((script) => [script.story, script] as const))("%s", (_, script) => {
    const { home, told, lines } = playScript(script);
    if (script.count === undefined) expect(lines).toEqual(script.told);
    else expect(lines).toHaveLength(script.count);
    if (script.last !== undefined) expect(told.at(-1)).toMatchObject(script.last);
    const isOpen = home.facts.states.some(({ kind, subject }) => home.stateOf(kind, subject).open);
    if (script.open !== undefined) expect(isOpen).toBe(script.open);
  });
});
