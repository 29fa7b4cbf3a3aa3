import { expect, test } from "vitest";
import { remembered } from "../../../lib/kernel/text.ts";

test("remembers no name that is longer than a key may be, and forgets old ones under a flood of new ones", () => {
  const asked: string[] = [];
  const ask = remembered((name) => asked.push(name));
  const long = "a".repeat(65);
  for (const name of [long, long, "temp1", "temp1"]) ask(name);
  for (let at = 0; at < 2 * 1_024; at += 1) ask(`flood_${at}`);
  ask("temp1");
  expect(asked.filter((name) => !name.startsWith("flood"))).toEqual([long, long, "temp1", "temp1"]);
});
