import { describe, expect, test } from "vitest";
import { byOurClock, clockLagMs, clockOffsetSeconds } from "../../../lib/readings/clock-lag.ts";

const QUARTER = 900;
const lagOf = (lags: number[], gap = QUARTER) =>
  clockLagMs({ clockLags: lags, clockLagGaps: lags.map(() => gap) });

describe("a device's clock", () => {
  test("is wrong by what its readings are behind, once four posts in a row were behind by as much", () => {
    expect(lagOf([7_200, 7_201, 7_199, 7_200])).toBe(7_200_000);
    expect(lagOf([7_200, 7_201, 7_199])).toBe(0);
    expect(lagOf([])).toBe(0);
  });

  test("is right where a backlog is sent post by post, each less late than the one before", () => {
    expect(lagOf([3_600, 4_440, 5_280, 6_120], 60)).toBe(0);
  });

  test("may drift by a tenth of the time between two posts and two seconds", () => {
    const drifting = (seconds: number) => lagOf([7_200 + seconds, 7_200, 7_200, 7_200], 60);
    expect([drifting(8), drifting(8.1), drifting(-8), drifting(-8.1)]).toEqual([7_208_000, 0, 7_192_000, 0]);
  });

  test("is looked at post by post, each with the time since the one before it", () => {
    const lag = (clockLags: number[], clockLagGaps: number[]) => clockLagMs({ clockLags, clockLagGaps });
    expect(lag([7_210, 7_200, 7_200, 7_200], [100, 0, 0, 0])).toBe(7_210_000);
    expect(lag([7_210, 7_200, 7_200, 7_200], [0, 100, 100, 100])).toBe(0);
    expect(lag([7_200, 7_300, 7_200, 7_300], [60, 60, 60, 60])).toBe(0);
    expect([lag([7_202, 7_200, 7_200, 7_200], []), lag([7_202.05, 7_200, 7_200, 7_200], [])]).toEqual([
      7_202_000, 0,
    ]);
  });

  test("may be ahead", () => {
    expect(lagOf([-240, -240, -240, -240])).toBe(-240_000);
  });
});

describe("what is shown of a device's clock", () => {
  const offsetOf = (lag: number, posts = 4) =>
    clockOffsetSeconds({
      clockLags: Array<number>(posts).fill(lag),
      clockLagGaps: Array<number>(posts).fill(QUARTER),
    });

  test("is by how many seconds it is ahead, or behind", () => {
    expect([offsetOf(7_200.4), offsetOf(-240)]).toEqual([-7_200, 240]);
  });

  test("is nothing of a minute's way here, nor of what few posts say", () => {
    expect([offsetOf(59), offsetOf(-59), offsetOf(7_200, 3), offsetOf(0, 0)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test("is also said where its times are too far off to be taken, which moves none of them", () => {
    const twoDaysAhead = Array<number>(4).fill(-172_800);
    expect(offsetOf(-172_800)).toBe(172_800);
    expect(lagOf(twoDaysAhead)).toBe(0);
    expect(lagOf(twoDaysAhead.map((lag) => -5 * lag))).toBe(0);
  });
});

test("an offset is shown in whole seconds from a minute on", () => {
  const offset = (lag: number) =>
    clockOffsetSeconds({
      clockLags: [lag, lag, lag, lag],
      clockLagGaps: [QUARTER, QUARTER, QUARTER, QUARTER],
    });
  expect([60, 59.9, -60, -59.9, 60.6, 0].map(offset)).toEqual([-60, null, 60, null, -61, null]);
  expect(clockOffsetSeconds({ clockLags: [], clockLagGaps: [] })).toBeNull();
});

test("a reading's time is moved to our clock; one without a time has none", () => {
  expect(byOurClock({ at: 1_000 }, 500)).toEqual({ at: 1_500 });
  const timed = { at: 1_000 };
  expect(byOurClock(timed, 0)).toBe(timed);
  expect(byOurClock(timed, 1)).toEqual({ at: 1_001 });
  expect(byOurClock({ at: null }, 500)).toEqual({ at: null });
});
