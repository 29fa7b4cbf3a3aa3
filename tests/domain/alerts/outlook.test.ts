import { describe, expect, test } from "vitest";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import { acknowledge, type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import type { Finding } from "../../../lib/alerts/finding.ts";
import { type ForecastInput, judgeForecast } from "../../../lib/alerts/kinds/forecast.ts";
import { judgeTimeToFreeze, type TimeToFreezeInput } from "../../../lib/alerts/kinds/time-to-freeze.ts";
import type { Outlook } from "../../../lib/alerts/physics/cooling.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import { HOUR, notified, T0 } from "./posts.ts";

const celsius = (fahrenheit: number) => ((fahrenheit - 32) * 5) / 9;
const AROUND = { quiet: NO_QUIET, enabled: true } as const;

describe("the forecast", () => {
  /** Hourly, 34 °F but for one low. */
  const hours = (low: number, inHours: number) =>
    Array.from({ length: 49 }, (_, hour) => ({
      at: T0 + hour * HOUR,
      celsius: celsius(hour === inHours ? low : 34),
    }));

  function judge(steps: { hour: number; low: number | null; inHours?: number; sensorId?: string }[]) {
    let state: EpisodeState = NO_EPISODE;
    const findings: Finding[] = [];
    for (const { hour, low, inHours = 10, sensorId = null } of steps) {
      const now = T0 + hour * HOUR;
      const input: ForecastInput = {
        ...AROUND,
        subject: sensorId ?? "outdoor",
        sensorId,
        isEvening: hour < 24,
        forecast: low === null ? null : { fetchedAt: now, hours: hours(low, inHours) },
      };
      const judged = tellAlone(judgeForecast(state, input, settingsFor("forecast"), now));
      state = judged.state;
      findings.push(...judged.findings);
    }
    return { state, findings };
  }

  test.each<[string, number, number, string[]]>([
    ["28 °F within a day", 28, 10, ["opened warning"]],
    ["a little more", 28.1, 10, []],
    ["28 °F the day after", 20, 25, []],
    ["at the very end of the day", 20, 24, ["opened warning"]],
  ])("%s", (_, low, inHours, expected) => {
    expect(notified(judge([{ hour: 0, low, inHours }]).findings)).toEqual(expected);
  });

  test.each<[string, number | null, number, string[]]>([
    ["the night before had none", 34, 20, ["opened warning"]],
    ["nobody knows the night before", null, 20, ["opened warning"]],
    ["a night like the last one", 20, 20, []],
    ["a night hardly colder than the last one", 20, 11.1, []],
    ["a night more than 9 °F colder than the last one", 20, 10.9, ["opened warning"]],
  ])("a cold spell is told of as it begins: %s", (_, before, low, expected) => {
    const last = before === null ? [] : [{ at: T0 - 12 * HOUR, celsius: celsius(before) }];
    const forecast = { fetchedAt: T0, hours: [...last, ...hours(low, 10)] };
    const input: ForecastInput = { ...AROUND, subject: "outdoor", sensorId: null, isEvening: true, forecast };
    expect(
      notified(tellAlone(judgeForecast(NO_EPISODE, input, settingsFor("forecast"), T0)).findings),
    ).toEqual(expected);
  });

  test("an unheated space has a limit of its own", () => {
    expect(notified(judge([{ hour: 0, low: 33, sensorId: "sen_9" }]).findings)).toEqual(["opened warning"]);
  });

  test("closes when it clears, and says the low and its hour until then", () => {
    const { findings } = judge([
      { hour: 0, low: 20 },
      { hour: 1, low: 28.5 },
      { hour: 2, low: 33 },
    ]);
    expect(notified(findings)).toEqual(["opened warning", "[minor: closed warning]"]);
    expect(findings[0]?.evidence).toMatchObject({ at: T0 + 10 * HOUR, unit: "°C" });
    expect(findings[0]?.evidence?.value).toBeCloseTo(celsius(20));
  });

  test("without a forecast nothing moves", () => {
    expect(
      judge([
        { hour: 0, low: 20 },
        { hour: 1, low: null },
      ]).state.open,
    ).toBe(true);
    expect(judge([{ hour: 0, low: null }]).state).toBe(NO_EPISODE);
  });

  test("goes out in the evening before, not in the night that it comes in", () => {
    expect(judge([{ hour: 24, low: 20, inHours: 30 }]).findings).toEqual([]);
  });

  test("notifies one that comes and goes once, and again when it gets 9 °F colder", () => {
    const flips = [20, 33, 20, 33, 20].map((low, hour) => ({ hour, low }));
    expect(notified(judge(flips).findings)).toEqual([
      "opened warning",
      "[minor: closed warning]",
      "[cooldown: opened warning]",
      "[minor: closed warning]",
      "[cooldown: opened warning]",
    ]);
    const colder = [20, 33, 10].map((low, hour) => ({ hour, low }));
    expect(notified(judge(colder).findings).at(-1)).toBe("opened warning");
  });
});

describe("time to freeze", () => {
  const cooling = (hours: number): Outlook => ({
    is: "cooling",
    estimate: {
      hours,
      hoursLow: hours * 0.8,
      hoursHigh: hours * 1.3,
      basis: "fitted",
      tauHours: 30,
      stretchHours: 4,
    },
  });
  const warming: Outlook = { is: "safe", why: "warming" };

  /** So many quarters of an hour in a row. */
  const held = (each: Outlook | number, quarters: number) => Array.from({ length: quarters }, () => each);

  function judge(outlooks: (Outlook | number)[], from = NO_EPISODE, isHeatingOff = false, isUsual = false) {
    let state: EpisodeState = from;
    const findings: Finding[] = [];
    outlooks.forEach((each, index) => {
      const now = T0 + index * 15 * 60_000;
      const input: TimeToFreezeInput = {
        ...AROUND,
        subject: "sen_1",
        sensorId: "sen_1",
        deviceId: "dev_1",
        outlook: typeof each === "number" ? cooling(each) : each,
        latest: { at: now, celsius: 5 },
        isHeatingOff,
        isUsual,
        isEndKnown: false,
        isAlwaysSoCold: false,
        trust: { is: "ok" },
      };
      const judged = tellAlone(judgeTimeToFreeze(state, input, settingsFor("time_to_freeze"), now));
      state = judged.state;
      findings.push(...judged.findings);
    });
    return { state, findings };
  }

  test("does not open while a heated room is as cool as on other days at this hour, and goes on if it is open", () => {
    expect(judge([12, 6, 3], NO_EPISODE, false, true).findings).toEqual([]);
    expect(notified(judge([3], judge([12]).state, false, true).findings)).toEqual(["worsened critical"]);
  });

  test.each<[string, (Outlook | number)[], string[]]>([
    ["opens at twelve hours", [12.1, 12], ["opened warning"]],
    [
      "is told again once, at three hours",
      [11, 7, 6, 4, 3, 2, 1, 0.5],
      ["opened warning", "worsened critical"],
    ],
    ["is told once for crossings taken in one step", [11, 2], ["opened warning", "worsened critical"]],
    [
      "is not told again when the estimate goes back and forth",
      [11, 3, 3.5, 3, 3.5],
      ["opened warning", "worsened critical"],
    ],
    ["stays open up to fourteen hours", [12, 13.9, 13.9], ["opened warning"]],
    ["closes beyond them after six hours", [12, ...held(15, 25)], ["opened warning", "closed warning"]],
    [
      "closes when it has been warming for six hours",
      [12, ...held(warming, 25)],
      ["opened warning", "closed warning"],
    ],
    ["does not close for a sunny afternoon", [12, ...held(warming, 20), 10], ["opened warning"]],
    ["does not close for one doubtful estimate", [12, warming, 12, warming], ["opened warning"]],
    [
      "stays as it is when too little is known",
      [12, { is: "unknown", why: "silent" }, { is: "unknown", why: "silent" }],
      ["opened warning"],
    ],
    ["does not begin with what is frozen already", [0, 0], []],
    ["goes on with it", [2, 0], ["opened critical"]],
  ])("%s", (_, outlooks, expected) => {
    expect(notified(judge(outlooks).findings)).toEqual(expected);
  });

  test("does not close for more hours left while the heating is off", () => {
    expect(notified(judge([12, ...held(15, 40)], NO_EPISODE, true).findings)).toEqual(["opened warning"]);
  });

  test("a crossing voids an acknowledgement", () => {
    const acked = acknowledge(judge([11]).state, "Ada", T0);
    expect(judge([10, 9, 8], acked).findings).toEqual([]);
    expect(notified(judge([10, 3], acked).findings)).toEqual(["worsened critical"]);
  });

  test("carries the range, the basis and the time constant, and is plain JSON", () => {
    const [finding] = judge([8]).findings;
    expect(finding?.evidence).toMatchObject({ value: 8, unit: "h" });
    expect(finding?.evidence?.more).toMatchObject({ hours_low: 6.4, basis: "fitted", tau_hours: 30 });
    const { state } = judge([8, warming]);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });
});
