import fc from "fast-check";
import { expect, test } from "vitest";
import type { Finding } from "../../../lib/alerts/finding.ts";
import { home, type Post, story } from "./home-story.ts";
import { HOUR, MINUTE, T0 } from "./posts.ts";

const CRITICAL_FAHRENHEIT = 35;
const EVERY_MINUTES = 15;
const HOURS = 24;
/** Its second reading, and one tick. */
const WITHIN_MS = 35 * MINUTE;
/** A critical message that named the room stands for so long. */
const BEFORE_MS = 2 * HOUR;
const RUNS = 15;

type Room = { start: number; holdsHours: number; perHour: number; steps: number };

const room = fc.record<Room>({
  start: fc.integer({ min: 42, max: 72 }),
  holdsHours: fc.integer({ min: 0, max: 16 }),
  /** °F that it falls in an hour. */
  perHour: fc.double({ min: 0.5, max: 12, noNaN: true }),
  /** °F that the sensor tells apart. */
  steps: fc.constantFrom(0.1, 0.5, 1.8),
});

const at = ({ start, holdsHours, perHour, steps }: Room, hours: number): number =>
  Math.round(Math.max(-5, start - Math.max(0, hours - holdsHours) * perHour) / steps) * steps;

const postsOf = (rooms: readonly Room[]): Post[] =>
  Array.from({ length: (HOURS * 60) / EVERY_MINUTES }, (_, index) => (index + 1) * EVERY_MINUTES).flatMap(
    (minute) =>
      rooms.map((each, device) => ({
        at: T0 + minute * MINUTE + device,
        device,
        lagMs: 0,
        values: [at(each, minute / 60), null, null],
      })),
  );

/** `moment kind subject finding`, as the story writes it. */
const findingOf = (line: string): Finding => JSON.parse(line.split(" ").slice(3).join(" "));

test("a room at its critical limit is named by a critical message, whatever else is open", () => {
  fc.assert(
    fc.property(fc.array(room, { minLength: 1, maxLength: 3 }), (rooms) => {
      const posts = postsOf(rooms);
      const { due } = story(() => home(rooms.length), posts);
      const told = due.told
        .map(findingOf)
        .filter(({ heldBy, severity }) => heldBy === null && severity === "critical");
      for (const [device] of rooms.entries()) {
        const first = posts.find(
          ({ device: of, values }) => of === device && (values[0] ?? Number.NaN) <= CRITICAL_FAHRENHEIT,
        );
        if (first === undefined) continue;
        const named = told
          .filter(({ evidence }) => evidence?.sensorId === `t${device}`)
          .map((each) => each.at - first.at);
        expect(named.filter((late) => late <= WITHIN_MS && late >= -BEFORE_MS)).not.toEqual([]);
      }
    }),
    { numRuns: RUNS, seed: 35, endOnFailure: true },
  );
});
