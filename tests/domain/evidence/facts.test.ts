import { describe, expect, test } from "vitest";
import { spansAround } from "../../../lib/evidence/evidence-content.ts";

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
const shown = (openedAt: Date, closedAt: Date | null, now: Date) =>
  spansAround({ openedAt: openedAt.getTime(), closedAt: closedAt?.getTime() ?? null }, now).map(
    ({ from, to }) => [from.toISOString(), to.toISOString()],
  );

describe("the readings around an alert are those", () => {
  test("from six hours before it to an hour after its end", () => {
    expect(shown(at("10:00"), at("11:00"), at("20:00"))).toEqual([
      ["2026-11-20T04:00:00.000Z", "2026-11-20T12:00:00.000Z"],
    ]);
  });

  test("up to now where it has not ended", () => {
    expect(shown(at("10:00"), null, at("10:30"))).toEqual([
      ["2026-11-20T04:00:00.000Z", "2026-11-20T10:30:00.000Z"],
    ]);
  });

  test("around its beginning and around its end where it was long", () => {
    expect(shown(at("01:00"), at("19:00"), at("23:00"))).toEqual([
      ["2026-11-19T19:00:00.000Z", "2026-11-20T03:00:00.000Z"],
      ["2026-11-20T17:00:00.000Z", "2026-11-20T20:00:00.000Z"],
    ]);
  });
});
