import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { judgeFreeze } from "../../../lib/alerts/kinds/thresholds.ts";
import { simulate } from "../../../lib/alerts/settings/simulate.ts";
import { RULE_DEFAULTS } from "../../../lib/alerts/settings.ts";
import { settingsFor } from "../../../lib/devices/alert-settings.ts";
import { judgedBy, post } from "./posts.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const T0 = Date.UTC(2027, 0, 16, 3, 0);
const SENSOR = { id: "sen_1", deviceId: "dev_1", isState: false };

const every5 = (...values: number[]) =>
  values.map((value, index) => ({ at: T0 + index * 5 * MINUTE, value, unit: "°F" }));
const until = T0 + DAY;
const iso = (minutes: number): string => new Date(T0 + minutes * MINUTE).toISOString();

describe("a simulated rule", () => {
  test("tells when it would have fired, how bad it would have been, and how often it would have told", () => {
    const readings = every5(50, 38, 33, 45, 45, 50, 39, 38);
    const firings = simulate(
      { kind: "freeze", settings: settingsFor("freeze", { freeze: { sureMs: 0 } }) },
      { sensor: SENSOR, readings, until: T0 + 36 * MINUTE },
    );
    const evidence = { unit: "°F", sensor_id: "sen_1", device_id: "dev_1", more: {} };
    expect(firings).toStrictEqual([
      {
        opened_at: iso(5),
        closed_at: iso(20),
        reason: "recovered",
        severity: "critical",
        opening: { ...evidence, value: 38, at: iso(5) },
        peak: { ...evidence, value: 33, at: iso(10) },
        notices: 3,
      },
      {
        opened_at: iso(30),
        closed_at: null,
        reason: null,
        severity: "warning",
        opening: { ...evidence, value: 39, at: iso(30) },
        peak: { ...evidence, value: 38, at: iso(35) },
        notices: 0,
      },
    ]);
  });

  test("lets time pass for a door that stays open", () => {
    const settings = {
      ...RULE_DEFAULTS,
      name: "Door",
      is: "equals",
      limit: { value: 1, unit: null },
      forMs: 20 * MINUTE,
      hysteresis: { value: 0, unit: null },
    } as const;
    const readings = [
      { at: T0, value: 1, unit: null },
      { at: T0 + 40 * MINUTE, value: 0, unit: null },
    ];
    const sensor = { ...SENSOR, isState: true };
    expect(simulate({ kind: "rule", settings }, { sensor, readings, until })).toMatchObject([
      { opened_at: iso(30), closed_at: iso(40) },
    ]);
    const longer = { ...settings, forMs: 45 * MINUTE };
    expect(simulate({ kind: "rule", settings: longer }, { sensor, readings, until })).toEqual([]);
  });

  test("opens and closes when the live rule does", () => {
    const settings = settingsFor("freeze");
    const judge = judgedBy("freeze", judgeFreeze, settings);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 30, max: 50 }), { maxLength: 50 }), (values) => {
        const readings = every5(...values);
        let state = NO_EPISODE;
        const live: number[] = [];
        for (const { at, value } of readings) {
          const judged = judge(state, post(at, { value }), at);
          state = judged.state;
          live.push(
            ...judged.findings.filter(({ transition }) => transition === "opened").map((one) => one.at),
          );
        }
        const end = readings.at(-1)?.at ?? T0;
        const firings = simulate({ kind: "freeze", settings }, { sensor: SENSOR, readings, until: end });
        expect(firings.map(({ opened_at: at }) => Date.parse(at))).toEqual(live);
      }),
    );
  });
});
