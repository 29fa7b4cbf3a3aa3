import { expect, test } from "vitest";
import { storyOf } from "../../../bench/alarm-load/stories/all.ts";
import { hoursOf, type Outcome, tellStory } from "../../../bench/alarm-load/stories/tell.ts";
import { TUNED_WORLD } from "../../../bench/alarm-load/stories/worlds.ts";

const notified = (name: string, seed = 3): Outcome => {
  const { story, chance } = storyOf(TUNED_WORLD, name, seed);
  return tellStory(story, chance);
};
const count = ({ messages }: Outcome, kind: string, transition: string): number =>
  messages.filter(({ finding }) => finding.kind === kind && finding.transition === transition).length;

test("notifies a freezer and a fridge that fail slowly once each, and not as cold again", () => {
  const outcome = notified("freezer and fridge die slowly");
  expect(count(outcome, "cold_storage", "opened")).toBe(2);
  expect(count(outcome, "cold_storage", "closed")).toBe(0);
});

test("a freezer and a fridge that fail are reminded of twice, together", () => {
  expect(notified("freezer and fridge die slowly").product.reminders).toBe(2);
});

test.each(["damp every morning", "damp on two days of three"])("a sensor that is %s says so once", (name) => {
  const outcome = notified(name);
  expect(count(outcome, "leak", "opened")).toBeLessThanOrEqual(3);
  expect(count(outcome, "leak", "flapping")).toBe(1);
});

test("notifies water that stays within the hour where it was damp every morning", () => {
  const { story, messages } = notified("burst, habitually damp");
  const leak = messages.find(({ finding }) => finding.kind === "leak" && finding.severity === "critical");
  const flooded = story.from + 30;
  expect(hoursOf(leak?.at ?? 0)).toBeGreaterThanOrEqual(flooded);
  expect(hoursOf(leak?.at ?? 0)).toBeLessThanOrEqual(flooded + 1);
});

test("treats a slow leak beside another one as its own, and notifies neither at each wetting", () => {
  const { product } = notified("two sensors drip for days");
  expect(product.hours.length - product.reminders - product.ends).toBeLessThanOrEqual(8);
});

test("does not notify each wetting of a sensor that drips every hour", () => {
  const { messages } = notified("drips for days, sends every hour");
  const opened = messages.filter(({ finding }) => finding.kind === "leak" && finding.transition === "opened");
  expect(opened).toHaveLength(2);
  expect(opened.at(-1)?.finding.evidence?.more?.wet_times).toBe(2);
});

test("names each freeze of a cabin that freezes between fires, with at most twice a line's messages", () => {
  const { unnamed, missed, lines, product } = notified("cabin with a stove, near freezing");
  expect([unnamed, missed]).toEqual([[], []]);
  const late = (hours: number[]): number => hours.filter((hour) => hour > 96).length;
  const line = late(lines["at once"].hours);
  expect(line).toBeGreaterThan(8);
  expect(late(product.hours)).toBeLessThanOrEqual(2 * line);
});

test.each([
  ["stove lit at random", [0, 1, 2, 3]],
  ["a room closed off", [0, 1]],
])("a home with %s hears at most twice what a line says", (name, seeds) => {
  const homes = seeds.map((seed) => notified(name, seed));
  const sum = (of: (home: Outcome) => number): number => homes.reduce((all, home) => all + of(home), 0);
  expect(sum(({ product }) => product.hours.length)).toBeLessThanOrEqual(
    2 * sum(({ lines }) => lines["at once"].hours.length),
  );
  expect(homes.flatMap(({ missed, unnamed }) => [...missed, ...unnamed])).toEqual([]);
});

test("three leaks that nobody takes on are reminded of as one, each reminder naming all three", () => {
  const { messages, story } = notified("two leaks at once");
  const lastOpened = story.from + 7;
  const reminders = Map.groupBy(
    messages.filter(({ finding }) => finding.transition === "reminded"),
    ({ at }) => at,
  );
  expect(reminders.size).toBeLessThanOrEqual(9);
  for (const [at, together] of reminders)
    if (hoursOf(at) > lastOpened) expect(new Set(together.map(({ device }) => device?.name)).size).toBe(3);
});

test("notifies a heating that stops before 40 °F is crossed, though devices send bursts every six hours", () => {
  const outcome = notified("dies, sends every 6 h in bursts");
  const question = outcome.messages.find(({ finding }) => finding.kind === "heating_stopped");
  expect(hoursOf(question?.at ?? Number.NaN)).toBeLessThan(outcome.lines["at once"].hours[0] ?? 0);
  expect(outcome.unnamed).toEqual([]);
});

test("notifies a heating that locks out for the third time in a week before a line at 40 °F is crossed", () => {
  const { story, product, lines, unnamed } = notified("locks out for the third time in a week");
  const third = story.from + 150;
  const since = (hours: number[]): number => hours.find((hour) => hour > third) ?? Number.NaN;
  expect(since(product.hours)).toBeLessThanOrEqual(since(lines["at once"].hours));
  expect(unnamed).toEqual([]);
});
