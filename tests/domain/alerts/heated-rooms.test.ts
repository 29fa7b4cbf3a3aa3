import { describe, expect, test } from "vitest";
import type { TickSensor } from "../../../lib/alerts/facts.ts";
import {
  areAllBelow,
  coldMs,
  heatedRooms,
  indoorRooms,
  type Room,
  usualOf,
  weekFloorOf,
} from "../../../lib/alerts/heating/heated-rooms.ts";
import type { HourLow } from "../../../lib/devices/placement/guesses.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";
import { on, thermometer, usualAt } from "./things.ts";

const roomOf = (rest: Partial<TickSensor>, device = {}, after = 0): Room | null =>
  indoorRooms([on([thermometer("t", rest)], device)], T0 + after)[0] ?? null;

describe("an indoor room", () => {
  test.each<[string, Partial<TickSensor>, object, boolean]>([
    ["is a room", {}, {}, true],
    ["is a bathroom", { placement: "bathroom" }, {}, true],
    ["is no freezer", { placement: "freezer" }, {}, false],
    ["is no crawlspace", { placement: "pipe" }, {}, false],
    ["is none of a device that is switched off", {}, { enabled: false }, false],
    ["is none without a value", { value: null }, {}, false],
    ["is none whose probe reports a fault", { faultyAt: T0 }, {}, false],
    ["is none that a study found at fault", { fault: "stuck" }, {}, false],
    ["is none that is stuck", { stuckAt: T0 }, {}, false],
    ["is none as cold as a freezer", { value: -10 }, {}, false],
    ["is none that was never warm", { value: 4.9, ...usualAt(4.9) }, {}, false],
    ["is one that was as warm as a room once", { value: 5, ...usualAt(5) }, {}, true],
    ["is none that freezes, however much colder it gets", { value: -6, ...usualAt(0) }, {}, false],
    [
      "is one that froze where somebody said that it is a room",
      { value: -6, placement: "room", ...usualAt(0) },
      {},
      true,
    ],
    ["is one of whose week hardly anything is known", { value: 4.9, ...usualAt(4.9, 1) }, {}, true],
  ])("%s", (_, rest, device, is) => {
    expect(indoorRooms([on([thermometer("t", rest)], device)], T0)).toHaveLength(is ? 1 : 0);
  });

  test.each<[string, Partial<TickSensor>, number, boolean]>([
    ["a kelvin below its week", usualAt(18), 17, true],
    ["two below, of fewer", usualAt(18, 4), 16, true],
    ["at 12 °C where one day is known", usualAt(18, 1), 12, false],
    ["at 12 °C where nothing is", {}, 12, false],
    ["a kelvin below a week that is not warm", usualAt(11.9), 10.9, false],
    ["a kelvin below a week that is just warm", usualAt(12), 11, true],
  ])("has its floor %s", (_, rest, floor, isHeatedRoom) => {
    expect(roomOf(rest)).toMatchObject({ celsius: 20, at: T0, floor, isHeated: isHeatedRoom });
  });

  test.each<[string, string, number, number]>([
    ["the hour before in spring, for a setback that ends an hour earlier or later", "2027-03-14", -1, 15],
    ["the hour after in autumn, for one that begins so", "2027-11-07", 1, 15],
    ["no hour further away", "2027-03-14", 2, 17],
    ["no other hour in winter", "2027-01-16", 1, 17],
  ])("has a floor that counts %s", (_, day, hours, floor) => {
    const at = Date.parse(day);
    const cooler = usualAt(18).weekFloor.celsius.with(new Date(at + hours * HOUR).getUTCHours(), 16);
    const [room] = indoorRooms([on([thermometer("t", { at, weekFloor: { celsius: cooler, days: 7 } })])], at);
    expect(room?.floor).toBe(floor);
  });

  test.each<[string, object, number, boolean]>([
    ["three quarters of an hour", {}, 45 * MINUTE, true],
    ["no longer", {}, 45 * MINUTE + 1, false],
    ["two intervals of a slow device", { gaps: [3_600, 3_600, 3_600] }, 2 * HOUR, true],
  ])("counts as online for %s", (_, device, after, isFresh) => {
    expect(roomOf({}, device, after)?.isFresh).toBe(isFresh);
  });

  describe("is below its floor with all others", () => {
    const below = (id: string, rest: Partial<TickSensor> = {}) =>
      thermometer(id, { value: 17, ...usualAt(18), ...rest });
    const stale = (id: string) => below(id, { at: T0 - HOUR });
    const all = (...sensors: TickSensor[]) => areAllBelow(heatedRooms([on(sensors)], T0));
    test.each<[string, boolean, boolean]>([
      ["where all are", all(below("a"), below("b")), true],
      ["not where one is above", all(below("a"), below("b", { value: 17.1 })), false],
      ["where half of them are heard of", all(below("a"), stale("b")), true],
      ["not where fewer are", all(below("a"), stale("b"), stale("c")), false],
      ["not where none is heard of", all(stale("a")), false],
    ])("%s", (_, is, expected) => {
      expect(is).toBe(expected);
    });
  });
});

describe("for how long a room was colder than its week explains", () => {
  const since = (celsius: number[], rest: Partial<TickSensor> = usualAt(18)) => {
    const points = celsius.map((each, hour) => ({ at: T0 + hour * HOUR, celsius: each }));
    const [found] = indoorRooms([on([thermometer("a", { value: 17, ...rest })])], T0);
    return found === undefined ? null : coldMs(found, points) / HOUR;
  };

  test.each<[string, number | null, number | null]>([
    ["since the first that was", since([18, 17, 16, 17]), 2],
    ["since the first of all", since([17, 16, 17]), 2],
    ["not at all where it is warm now", since([16, 16, 17.1]), 0],
    ["not at all where one day is known of it", since([9, 9], usualAt(18, 1)), 0],
  ])("%s", (_, is, expected) => {
    expect(is).toBe(expected);
  });
});

describe("a room's usual temperature", () => {
  const DAY = 24 * HOUR;
  const midnight = Math.floor(T0 / DAY) * DAY;
  const low = (day: number, hour: number, celsius: number): HourLow => ({
    at: midnight + day * DAY + hour * HOUR,
    celsius,
  });
  const days = (...celsius: number[]) => celsius.map((each, day) => low(day, 3, each));
  const third = (lows: HourLow[], cold: { from: number; to: number }[] = []) =>
    weekFloorOf(usualOf(lows, cold)).celsius[3];

  test.each<[string, number | null | undefined, number | null]>([
    ["is the lowest of some days", third(days(19, 17, 18)), 17],
    ["is not that of one day far below all others", third(days(19, 15, 18, 17)), 17],
    ["is the lowest of three days, however far below", third(days(19, 15, 18)), 15],
    ["is nothing of an hour that was never looked at", third([low(0, 4, 19)]), null],
  ])("%s", (_, celsius, expected) => {
    expect(celsius).toBe(expected);
  });

  test("is kept by the hour of the day, with the number of days", () => {
    const week = weekFloorOf([low(0, 0, 20), low(0, 23, 18), low(1, 0, 19), low(1, 23, 18)]);
    expect(week.days).toBe(2);
    expect(weekFloorOf([low(0, 23, 18), low(1, 0, 19)]).days).toBe(1);
    expect(weekFloorOf([low(0, 0, 20), low(0, 23, 18)]).days).toBe(1);
    expect(week.celsius).toHaveLength(24);
    expect([week.celsius[0], week.celsius[23]]).toEqual([19, 18]);
  });
});
