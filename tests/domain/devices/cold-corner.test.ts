import { describe, expect, test } from "vitest";
import { coldCorner, unknownPlace } from "../../../lib/devices/alert-settings.ts";
import { nameGuess, type PlacedSensor } from "../../../lib/devices/placement/placement.ts";
import { readLines } from "../../support/json-lines.ts";

const sensor = (celsius: number[] | null, rest: Partial<PlacedSensor> = {}, days = 7): PlacedSensor => ({
  label: "T2",
  kind: "temperature",
  unit: "°C",
  value: 2,
  weekFloor: celsius === null ? null : { celsius, days },
  ...rest,
});
const DEVICE = { name: "Node", space: "" };
const week = (celsius: number, warmest = celsius) => [warmest, ...Array.from({ length: 23 }, () => celsius)];
const limits = (celsius: number, days = 7) => {
  const { warning, critical } = coldCorner(sensor(week(celsius), {}, days), DEVICE)?.freeze ?? {};
  return [warning?.value, critical?.value];
};

const rounded = (celsius: number, days?: number) =>
  limits(celsius, days).map((value) => (value == null ? null : Math.round(value)));

test("predicts no hours left for a nameless place that is cool at times, and rarely notifies its cold", () => {
  const wide = week(-5, 14);
  expect(unknownPlace(sensor(wide), DEVICE)).toMatchObject({ time_to_freeze: { enabled: false } });
  expect(unknownPlace(sensor(week(10)), DEVICE)).toBeNull();
  expect(unknownPlace(sensor(wide), { name: "Bedroom", space: "" })).toBeNull();
  expect(unknownPlace(sensor(wide.slice(0, 11)), DEVICE)).toBeNull();
});

describe("a corner that is always cold", () => {
  test("is one that nobody has named and that was never as warm as a room", () => {
    expect(coldCorner(sensor(week(2, 9.9)), DEVICE)).not.toBeNull();
    expect(coldCorner(sensor(week(2, 10)), DEVICE)).toBeNull();
    expect(coldCorner(sensor(week(2)), { name: "Living room", space: "" })).toBeNull();
    expect(coldCorner(sensor(week(2)), { name: "Sink pipe", space: "" })).toBeNull();
    expect(coldCorner(sensor(week(2), { placement: "room" }), DEVICE)).toBeNull();
  });

  test("is none before half a day of hours is known", () => {
    expect(coldCorner(sensor(null), DEVICE)).toBeNull();
    expect(coldCorner(sensor(week(2).slice(0, 11)), DEVICE)).toBeNull();
    expect(coldCorner(sensor(week(2).slice(0, 12)), DEVICE)).not.toBeNull();
  });

  test("is reported as it gets colder than it was, once where it has frozen", () => {
    expect(rounded(0.5)).toEqual([30, 28]);
    expect(rounded(-18)).toEqual([-3, null]);
  });

  test("is reported once it gets twice as much colder while fewer than five days are known", () => {
    expect(rounded(0.5, 4)).toEqual([28, 22]);
    expect(rounded(0.5, 5)).toEqual([30, 28]);
  });

  test("keeps the limits of a room that it has never been at: no pipe in it is given up", () => {
    expect(limits(6)).toEqual([40, 35]);
    expect(limits(3)[1]).toBe(35);
    expect(limits(3)[0]).toBeCloseTo(34.7);
  });

  test("foretells no hours, and reminds nobody", () => {
    expect(coldCorner(sensor(week(-5)), DEVICE)).toMatchObject({
      time_to_freeze: { enabled: false },
      freeze: { remindMs: null },
    });
  });

  test("is what a week of readings says of it, however warm it gets by day", () => {
    const placementGuess = {
      placement: "outdoor",
      reason: { code: "freezer_cold", values: {} },
      isApplied: false,
    } as const;
    expect(coldCorner(sensor(week(-5, 14), { placementGuess }), DEVICE)).not.toBeNull();
    expect(coldCorner(sensor(week(-5, 14)), DEVICE)).toBeNull();
  });

  test("is a greenhouse that nobody heats, and none that is kept from frost", () => {
    const greenhouse = (celsius: number) =>
      coldCorner(sensor(week(celsius), { placement: "greenhouse" }), DEVICE);
    expect(greenhouse(0)).not.toBeNull();
    expect(greenhouse(0.1)).toBeNull();
  });
});

test.each(readLines<[string, string]>(new URL("names-elsewhere.jsonl", import.meta.url)))(
  "%s is a %s",
  (name, placement) => {
    expect(nameGuess(["Temperature", name])?.placement).toBe(placement);
  },
);

test.each(["Schlafzimmer", "寝室", "Camera da letto", "Гостиная", "Guest loft"])("%s is a room", (name) => {
  expect(nameGuess(["Temperature", name])).toBeNull();
});
