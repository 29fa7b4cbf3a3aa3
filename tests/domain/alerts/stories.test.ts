import { describe, expect, test } from "vitest";
import { wireReason } from "../../../lib/language/reason-text.ts";
import { readLines } from "../../support/json-lines.ts";
import { playScript, type Script } from "./script.ts";

describe.each(["cold", "told", "sensors", "silence", "faults", "thresholds"])("stories/%s.jsonl", (name) => {
  const scripts = readLines<Script>(new URL(`stories/${name}.jsonl`, import.meta.url));

  test.each(scripts.map((script) => [script.story, script] as const))("%s", (_, script) => {
    const { home, told, lines } = playScript(script);
    if (script.count === undefined) expect(lines).toEqual(script.told);
    else expect(lines).toHaveLength(script.count);
    if (script.last !== undefined) expect(told.at(-1)).toMatchObject(script.last);
    if (script.why !== undefined)
      expect(told.slice(-1).map(({ why }) => wireReason(why).text)).toEqual([script.why]);
    const isOpen = home.facts.states.some(({ kind, subject }) => home.stateOf(kind, subject).open);
    if (script.open !== undefined) expect(isOpen).toBe(script.open);
  });
});
