import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change } from "../../../lib/alerts/decide/decide.ts";
import type { StateFacts } from "../../../lib/alerts/facts.ts";
import { judgePost } from "../../../lib/alerts/judge-sensors.ts";
import { simulate } from "../../../lib/alerts/settings/simulate.ts";
import { RULE_DEFAULTS } from "../../../lib/alerts/settings.ts";
import { settingsFor } from "../../../lib/devices/alert-settings.ts";
import { deviceOf, householdOf, thermometer } from "./things.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const T0 = Date.UTC(2027, 0, 16, 3, 0);

const until = T0 + DAY;
const iso = (minutes: number): string => new Date(T0 + minutes * MINUTE).toISOString();

describe("a simulated rule", () => {
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
    const sensor = thermometer("sen_1", { kind: "door", unit: null, isState: true });
    const placed = { device: deviceOf(), sensor };
    expect(simulate({ kind: "rule", settings }, { placed, readings, until })).toMatchObject([
      { opened_at: iso(30), closed_at: iso(40) },
    ]);
    const longer = { ...settings, forMs: 45 * MINUTE };
    expect(simulate({ kind: "rule", settings: longer }, { placed, readings, until })).toEqual([]);
  });

  test("opens and closes when the live rule does", () => {
    const settings = settingsFor("freeze");
    // From the frost to the 85 °C of a probe that has just started.
    const celsius = fc.oneof(fc.integer({ min: -2, max: 10 }), fc.constantFrom(4.2, 4.4, 0, 20, 85));
    const sensor = thermometer("sen_1", { placement: "room" });
    fc.assert(
      fc.property(fc.array(celsius, { minLength: 1, maxLength: 50 }), (values) => {
        const readings = values.map((value, index) => ({ at: T0 + index * 5 * MINUTE, value, unit: "°C" }));
        let states: StateFacts[] = [];
        const live = readings.flatMap(({ at, value }, index) => {
          const valueBefore = values[index - 1] ?? value;
          const changes = judgePost(
            {
              household: householdOf(),
              device: deviceOf({ gaps: Array.from({ length: Math.min(index, 20) }, () => 300) }),
              sensors: [{ ...sensor, value, at, valueBefore }],
              rules: [],
              states,
            },
            at,
          );
          states = changes.length > 0 ? changes : states;
          return openedAt(changes);
        });
        const end = readings.at(-1)?.at ?? T0;
        const watched = { placed: { device: deviceOf(), sensor }, readings, until: end };
        const firings = simulate({ kind: "freeze", settings }, watched);
        expect(firings.map(({ opened_at: at }) => Date.parse(at))).toEqual(live);
      }),
    );
  });
});

const openedAt = (changes: readonly Change[]): number[] =>
  changes.flatMap(({ findings }) =>
    findings.filter(({ transition }) => transition === "opened").map(({ at }) => at),
  );
