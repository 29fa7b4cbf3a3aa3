import { describe, expect, test } from "vitest";
import { nextReminder } from "../../../lib/alerts/reminders.ts";
import type { Severity } from "../../../schema/vocabulary.ts";
import { at, notifiedAt, openState } from "./machine.ts";
import { HOUR, MINUTE } from "./posts.ts";

/** Every reminder of an episode that nobody takes on, each told as soon as it is due: the hour, and what it says. */
function ladder(firstMs: number, name?: "leak", severity: Severity = "critical") {
  const reminders: string[] = [];
  let notified = notifiedAt(0);
  for (;;) {
    const next = nextReminder(openState({ notified, severity }), firstMs, name);
    if (next === null) return reminders;
    reminders.push([(next.at - at(0)) / HOUR, next.cadence ?? ""].join(" ").trim());
    notified = { ...notified, at: next.at };
  }
}

describe("reminders", () => {
  test.each<[string, string[], string[]]>([
    [
      "come after 1, 3 and 8 hours, then daily for three days, and then in the reports",
      ladder(HOUR),
      ["1", "3", "8 daily", "24", "48", "72 digest"],
    ],
    [
      "come after twice as long where the first does",
      ladder(2 * HOUR),
      ["2", "6", "16 daily", "24", "48", "72 digest"],
    ],
    [
      "are daily from the first that would come after a day",
      ladder(12 * HOUR),
      ["12 daily", "24", "48", "72 digest"],
    ],
    ["are daily at most", ladder(24 * HOUR), ["24", "48", "72 digest"]],
    ["end with what is said to be the last, however rare they are", ladder(36 * HOUR), ["48 digest"]],
    [
      "of a warning are two, after an hour and after a day",
      ladder(HOUR, undefined, "warning"),
      ["1", "24 digest"],
    ],
    ["of a warning that come after a day are one", ladder(24 * HOUR, undefined, "warning"), ["24 digest"]],
    [
      "of a leak come after 10 and 30 minutes, 1, 3 and 8 hours, then daily for a week",
      ladder(HOUR / 6, "leak").map((text) =>
        text.replace(/^0\.\d+/, (hours) => `${Math.round(Number(hours) * 60)}m`),
      ),
      [...["10m", "30m", "1", "3", "8 daily"], ...["24", "48", "72", "96", "120", "144", "168 digest"]],
    ],
    [
      "of a leak that come rarely are never closer than a day apart once they are daily",
      ladder(4 * HOUR, "leak"),
      ["4", "12 daily", "24", "48", "72", "96", "120", "144", "168 digest"],
    ],
  ])("%s", (_, reminders, expected) => {
    expect(reminders).toEqual(expected);
  });

  test("are counted from the first notice, and the next is as far from the last as the first", () => {
    const next = (lastAt: number) =>
      nextReminder(
        openState({ severity: "critical", notified: notifiedAt(lastAt, { firstAt: at(0) }) }),
        HOUR,
      );
    expect(next(120)).toEqual({ at: at(3 * 60), quietMs: 2 * HOUR, cadence: null });
    expect(next(121)).toEqual({ at: at(8 * 60), quietMs: 5 * HOUR, cadence: "daily" });
  });

  test("are counted from the last notice where an older state does not say the first", () => {
    const notified = { episode: 1, at: at(30), count: 4, severity: "warning", badness: 0, rung: 0 } as const;
    expect(nextReminder(openState({ notified }), HOUR)?.at).toBe(at(30) + HOUR);
  });

  test.each([
    ["a kind that wants none", openState(), null],
    ["an alert that nobody was told of", openState({ notified: null }), 10 * MINUTE],
    [
      "one of which only the episode before was told",
      openState({ notified: notifiedAt(0, { episode: 0 }) }),
      HOUR,
    ],
  ])("are none of %s", (_, state, firstMs) => {
    expect(nextReminder(state, firstMs)).toBeNull();
  });
});
