import { expect, test } from "vitest";
import type { SensorInput } from "../../../lib/alerts/sensor-input.ts";
import { toldOf, type Wetting } from "./leak-sensor.ts";
import { MINUTE } from "./posts.ts";

const play = (
  wettings: Wetting[],
  hours: number,
  rest: Partial<SensorInput> = {},
  remindMs: number | null = null,
) => toldOf(wettings, hours, { rest, remindMs });

const brief = (...hours: number[]): Wetting[] => hours.map((at) => ({ at, minutes: 20 }));

test("notifies the first two short wettings of a day at once, and the third as one line for all", () => {
  expect(play(brief(1, 4, 7, 10, 13), 20)).toEqual([
    "opened 1.0",
    "closed 1.4",
    "opened 4.0",
    "flapping 7.3",
  ]);
});

test("one that stays wet for longer than the short ones is a leak", () => {
  const notified = play([...brief(1, 4, 7), { at: 10, minutes: 300 }], 12);
  expect(notified.at(-1)).toMatch(/^opened 10\.[4-7]$/);
});

test("one is a leak at once while another sensor is wet", () => {
  expect(play([...brief(1, 4, 7), { at: 10, minutes: 300 }], 11, { isElsewhereWet: true })).toContain(
    "opened 10.0",
  );
});

test("notifies the end of a second wetting that stayed wet for longer than the first", () => {
  expect(play([...brief(1), { at: 4, minutes: 90 }], 8)).toContain("closed 5.6");
});

test("notifies the next wetting after a dry day at once", () => {
  expect(play(brief(1, 4, 7, 40), 41)).toContain("opened 40.0");
});

test("notifies what keeps getting damp once, and then not for four weeks", () => {
  const notified = play(brief(...Array.from({ length: 235 }, (_, index) => 1 + index * 3)), 710);
  const days = notified
    .filter((text) => text.startsWith("flapping"))
    .map((text) => Math.floor(Number(text.split(" ")[1]) / 24));
  expect(days).toEqual([0, 28]);
});

const daily = (count: number, every = 24): Wetting[] =>
  brief(...Array.from({ length: count }, (_, index) => 6 + index * every));

test("makes short wettings once a day a habit from the fourth on, with one line for all", () => {
  expect(play(daily(14), 14 * 24)).toEqual([
    "opened 6.0",
    "closed 6.4",
    "opened 30.0",
    "opened 54.0",
    "flapping 78.3",
  ]);
});

test("one that stays wet for longer than a habit of days is a leak", () => {
  const notified = play([...daily(5), { at: 126, minutes: 300 }], 128);
  expect(notified.at(-1)).toMatch(/^opened 126\.[4-7]$/);
});

test("notifies one that comes later than a habit of days explains at once", () => {
  const late = 6 + 4 * 24 + 40;
  expect(play([...daily(5), { at: late, minutes: 300 }], late + 1)).toContain(`opened ${late}.0`);
});

test("short wettings once a week are no habit", () => {
  const notified = play(daily(5, 168), 5 * 168).filter((line) => line.startsWith("opened"));
  expect(notified).toHaveLength(5);
});

test("nobody is reminded of a second short wetting before it is longer than the first", () => {
  const reminded = (wettings: Wetting[], rest: Partial<SensorInput> = {}) =>
    play(wettings, 6, rest, 10 * MINUTE).filter((line) => line.startsWith("reminded"));
  expect(reminded(brief(1))).toHaveLength(1);
  expect(reminded(brief(1, 4))).toHaveLength(1);
  expect(reminded([...brief(1), { at: 4, minutes: 120 }]).length).toBeGreaterThan(2);
  expect(reminded(brief(1, 4), { isElsewhereWet: true })).toHaveLength(2);
});

test("does not remind of a third short wetting of a week before it is longer than the two, nor notify its end", () => {
  const third = (minutes: number) =>
    play([...brief(1, 40), { at: 90, minutes }], 93, {}, 10 * MINUTE).filter(
      (line) => Number(line.split(" ")[1]) >= 90,
    );
  expect(third(20)).toEqual(["opened 90.0"]);
  expect(third(120).slice(0, 2)).toEqual(["opened 90.0", "reminded 90.5"]);
});
