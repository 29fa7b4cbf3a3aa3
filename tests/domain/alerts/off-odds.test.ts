import { describe, expect, test } from "vitest";
import { courseOf } from "../../../lib/alerts/heating/falling.ts";
import { offOdds } from "../../../lib/alerts/physics/cooling.ts";
import { TemperatureHistory } from "../../../lib/alerts/physics/history.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T0 = Date.UTC(2027, 0, 12, 12);

type Course = (hours: number) => number;

/** A point every ten minutes of the thirty hours before, by the hours after T0. */
function historyOf(course: Course, now: number): TemperatureHistory {
  const moments = Array.from({ length: 181 }, (_, index) => now - (180 - index) * 10 * MINUTE);
  return new TemperatureHistory(
    moments.map((at) => ({ at, celsius: course((at - T0) / HOUR) })),
    now,
  );
}

const hourly = (outdoor: Course) =>
  Array.from({ length: 120 }, (_, index) => ({ at: T0 + (index - 48) * HOUR, celsius: outdoor(index - 48) }));

/** A room of one capacity, kept at 20 °C or `warmerBy` above the outdoors until its heating dies. */
function room(outdoor: Course, tauHours: number, { warmerBy = 60, diesAt = 99 }): Course {
  const celsius = new Map<number, number>();
  let now = 20;
  for (let tenth = -6 * 48; tenth <= 6 * 24; tenth += 1) {
    celsius.set(tenth, now);
    const hours = tenth / 6;
    const towards = outdoor(hours) + (hours < diesAt ? warmerBy : 0);
    now = Math.min(20, now + (towards - now) / 6 / tauHours);
  }
  return (hours) => celsius.get(Math.round(hours * 6)) ?? 20;
}

const oddsAt = (course: Course, outdoor: Course, hours: number): number | null => {
  const now = T0 + hours * HOUR;
  const past = historyOf(course, now);
  const since = courseOf(past, now)?.since ?? now;
  return offOdds(past, since, hourly(outdoor));
};

describe("the odds that a heating is off", () => {
  const still: Course = () => -12;
  const frost: Course = (hours) => -12 - Math.min(10, Math.max(0, hours));

  test("are more than twelve to one two hours after it died in still weather", () => {
    expect(oddsAt(room(still, 30, { diesAt: 1 }), still, 3)).toBeGreaterThan(2.5);
  });

  test("grow as the room falls on", () => {
    const dead = room(still, 30, { diesAt: 1 });
    expect(oddsAt(dead, still, 7) ?? 0).toBeGreaterThan(oddsAt(dead, still, 2.5) ?? 0);
  });

  test.each([8, 20, 50])("are worse than even while a heating of a house of %d h cannot keep up", (tau) => {
    const weak = room(frost, tau, { warmerBy: 32 });
    for (const hours of [4, 7, 10]) expect(oddsAt(weak, frost, hours)).toBeLessThan(1);
  });

  test("are unknown where nobody knows the outdoors, and while too little was heard since", () => {
    const now = T0 + 3 * HOUR;
    const past = historyOf(room(still, 30, { diesAt: 1 }), now);
    expect(offOdds(past, T0 + HOUR, [])).toBeNull();
    expect(offOdds(past, now - 20 * MINUTE, hourly(still))).toBeNull();
    expect(offOdds(past, now - 40 * MINUTE, hourly(still))).not.toBeNull();
  });
});

describe("a room's course", () => {
  const courseAt = (course: Course, hours: number) => {
    const now = T0 + hours * HOUR;
    return courseOf(historyOf(course, now), now);
  };

  test("is sudden where most of the fall came within half an hour", () => {
    const door: Course = (hours) => 20 - 0.02 * hours - (hours > 2 ? 2 : 0);
    expect(courseAt(door, 3)?.isSudden).toBe(true);
  });

  test("is not where it came bit by bit, even with the air falling first", () => {
    const dead: Course = (hours) =>
      hours < 1 ? 20 : 18 + 2 * Math.exp(-(hours - 1) / 0.8) - 0.5 * (hours - 1);
    expect(courseAt(dead, 3)?.isSudden).toBe(false);
  });
});
