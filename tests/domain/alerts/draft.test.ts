import { describe, expect, test } from "vitest";
import { type Draft, draftedSettings } from "../../../lib/alerts/rules/rule-settings.ts";
import type { Overrides } from "../../../lib/devices/alert-settings.ts";
import { MINUTE } from "./posts.ts";

const sensorOf = (unit: string | null, layers: Overrides[] = []) => ({ sensor: { unit }, layers });
const drafted = (draft: Draft, sensor: ReturnType<typeof sensorOf>) => {
  const outcome = draftedSettings(draft, sensor);
  if (!outcome.ok) throw new Error(outcome.problem.sentence);
  return outcome.value;
};
describe("what is tried out", () => {
  test("is a rule of the home's own, in its sensor's unit", () => {
    expect(drafted({ rule: { is: "above", value: 20 } }, sensorOf("°C"))).toMatchObject({
      kind: "rule",
      settings: { is: "above", limit: { value: 20, unit: "°C" } },
    });
    expect(draftedSettings({ rule: { unit: "hPa" } }, sensorOf("°C"))).toMatchObject({ ok: false });
  });

  test("is a kind's settings over those in force", () => {
    const warning = (value: number) => ({ freeze: { warning: { value, unit: "°F" } } });
    const warningOf = (values: number[], draft: Draft = { freeze: {} }) => {
      const { settings } = drafted(draft, sensorOf("°F", values.map(warning)));
      return "warning" in settings ? settings.warning : null;
    };
    expect(warningOf([])).toEqual({ value: 40, unit: "°F" });
    expect(warningOf([1, 2])).toMatchObject({ value: 2 });
    expect(warningOf([1, 2], { freeze: { warning: { value: 50, unit: "°F" } } })).toMatchObject({
      value: 50,
    });
  });

  test("is humidity or a leak where that was said", () => {
    expect(drafted({ humidity: { for_minutes: 5 } }, sensorOf("%"))).toMatchObject({
      kind: "humidity",
      settings: { forMs: 5 * MINUTE },
    });
    expect(drafted({ leak: { enabled: true } }, sensorOf(null))).toMatchObject({ kind: "leak" });
    expect(drafted({}, sensorOf(null)).kind).toBe("leak");
  });
});
