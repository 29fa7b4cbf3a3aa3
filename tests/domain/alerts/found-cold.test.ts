import { describe, expect, test } from "vitest";
import { judgeFreeze } from "../../../lib/alerts/kinds/freeze.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import { judgeAll, MINUTE, notified, type Post, T0 } from "./posts.ts";

const HOUR_MINUTES = 60;

/** A thermometer in °C, one post an hour, of a place that nobody has named. */
function play(celsius: number[], rest: Post = {}) {
  const posts = celsius.flatMap((value, hour) => {
    const post = { minute: hour * HOUR_MINUTES, value, unit: "°C", mayBeAlwaysCold: true };
    const tick = {
      ...post,
      minute: post.minute + 10,
      at: T0 + post.minute * MINUTE,
      occasion: "tick",
    } as const;
    return [
      { ...post, isFirst: hour === 0, ...rest },
      { ...tick, ...rest },
    ];
  });
  return notified(
    judgeAll((s, input, now) => judgeFreeze(s, input, settingsFor("freeze"), now), posts).findings,
  );
}

const spoken = (notices: string[]): string[] => notices.filter((notice) => !notice.startsWith("["));
const hours = (count: number, celsius: number): number[] => Array(count).fill(celsius);

describe("a place that nobody has named and that is frozen when it is first heard of", () => {
  test("is told of once while it stays so, however cold it gets", () => {
    expect(spoken(play([-8, ...hours(30, -17)]))).toEqual(["opened critical"]);
  });

  test("is not told of again after a sunny noon", () => {
    expect(spoken(play([...hours(6, -8), ...hours(4, 14), ...hours(14, -9)]))).toEqual(["opened critical"]);
  });

  test("is watched as a room once it has been warm for longer than the sun shines", () => {
    expect(spoken(play([...hours(3, -5), ...hours(9, 19), ...hours(3, 1)]))).toContain("opened critical");
    expect(spoken(play([...hours(3, -5), ...hours(9, 19), ...hours(3, 1)]))).toHaveLength(2);
  });

  test("is told of as any other from the third day on", () => {
    const notices = play([...hours(47, -8), ...hours(2, 14), ...hours(3, -9)]);
    expect(spoken(notices).length).toBeGreaterThan(1);
  });
});

test("a frozen place that is known to be a room is reminded of", () => {
  expect(spoken(play(hours(12, -8), { mayBeAlwaysCold: false, occasion: "tick" }))).toContain(
    "reminded critical",
  );
});

test.each<[string, number[], Post, string[]]>([
  ["was above 32 °F at first", [2, ...hours(12, -8)], {}, ["opened warning", "worsened critical"]],
  ["had readings before", hours(12, -8), { isFirst: false }, ["opened critical"]],
])(
  "a place of which nothing is known and that %s is told of, and not reminded of",
  (_, celsius, rest, all) => {
    expect(spoken(play(celsius, rest))).toEqual(all);
  },
);
