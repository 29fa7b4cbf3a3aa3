import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { networkOf } from "../../../lib/people/network.ts";
import { CODE_BUDGETS, type CodeBudget, waitsOf } from "../../../lib/people/sign-in.ts";

const DAY_MS = 86_400_000;

/** Guesses of somebody who never lets a moment pass, in the first day of so many. */
function guessesOnDay(budget: CodeBudget, day: number): number {
  const waits = waitsOf(budget);
  const guesses: number[] = [];
  for (let now = 0; now < day * DAY_MS; ) {
    const counted = guesses.filter((at) => at > now - DAY_MS).length;
    const wait = counted < budget.free ? 0 : (waits[Math.min(counted - budget.free, waits.length - 1)] ?? 0);
    const at = Math.max(now, (guesses.at(-1) ?? -wait) + wait);
    if (at >= day * DAY_MS) break;
    guesses.push(at);
    now = at;
  }
  return guesses.filter((at) => at >= (day - 1) * DAY_MS).length;
}

describe("the guesses that an attacker gets a day", () => {
  const figures = Object.fromEntries(
    Object.entries(CODE_BUDGETS).map(([name, budget]) => [name, guessesOnDay(budget, 1)]),
  );

  test("are few, whatever they are counted by, and fewer on every further day", () => {
    expect(figures).toEqual({ pair: 33, address: 38, network: 48, service: 1_152 });
    for (const budget of [CODE_BUDGETS.pair, CODE_BUDGETS.address, CODE_BUDGETS.network])
      expect(guessesOnDay(budget, 3)).toBeLessThanOrEqual(guessesOnDay(budget, 1));
  });

  test("are the numbers that the documentation states", () => {
    const text = readFileSync(join(import.meta.dirname, "../../../docs/security.md"), "utf8");
    for (const [name, guesses] of Object.entries(figures))
      expect(text).toMatch(new RegExp(`\\| \`${name}\`.*\\| ${guesses.toLocaleString("en")} `));
  });
});

test("the waits grow to the longest and stay there", () => {
  expect(waitsOf(CODE_BUDGETS.pair).map((ms) => ms / 60_000)).toEqual([1, 2, 4, 8, 16, 32, 60]);
});

test.each([
  [null, null],
  ["198.51.100.7", "198.51.100.0/24"],
  ["::ffff:198.51.100.7", "198.51.100.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:DB8:0001::7", "2001:db8:1::/48"],
  ["::1", "0:0:0::/48"],
])("guesses from %s are counted for %s", (ip, network) => expect(networkOf(ip)).toBe(network));
