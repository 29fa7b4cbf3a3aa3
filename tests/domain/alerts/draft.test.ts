import { describe, expect, test } from "vitest";
import { type Draft, draftedSettings, shownFiring } from "../../../lib/alerts/rules/rule-settings.ts";
import type { Firing } from "../../../lib/alerts/rules/simulate.ts";
import type { Overrides } from "../../../lib/alerts/settings.ts";

const MINUTE = 60_000;
const T0 = Date.UTC(2027, 0, 16, 3, 0);
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

  test("is refused where the sensor measures something else", () => {
    const refused = (draft: Draft, unit: string | null) => {
      const outcome = draftedSettings(draft, sensorOf(unit));
      return outcome.ok ? null : outcome.problem;
    };
    expect(refused({ freeze: {} }, "%")).toEqual({
      name: "invalid_request",
      sentence: '"sensor_id" must be a sensor that measures temperature',
      field: "sensor_id",
    });
    expect(refused({ humidity: {} }, "°C")?.sentence).toBe(
      '"sensor_id" must be a sensor that measures humidity',
    );
    expect(refused({ freeze: {} }, null)).not.toBeNull();
    expect(refused({ freeze: {} }, "°C")).toBeNull();
    expect(refused({ leak: {} }, "°C")).toBeNull();
  });
});

describe("what it would have said", () => {
  test("is shown with its times in ISO 8601, and null for what is not there", () => {
    const evidence = { value: 25, unit: "°C", sensorId: "sen_1", deviceId: "dev_1", at: T0 };
    const firing: Firing = {
      openedAt: T0,
      closedAt: T0 + MINUTE,
      reason: "recovered",
      severity: "warning",
      notices: 2,
      opening: evidence,
      peak: { ...evidence, value: 30 },
    };
    const shown = {
      unit: "°C",
      at: "2027-01-16T03:00:00.000Z",
      sensor_id: "sen_1",
      device_id: "dev_1",
      more: {},
    };
    expect(shownFiring(firing)).toEqual({
      opened_at: "2027-01-16T03:00:00.000Z",
      closed_at: "2027-01-16T03:01:00.000Z",
      reason: "recovered",
      severity: "warning",
      notices: 2,
      opening: { ...shown, value: 25 },
      peak: { ...shown, value: 30 },
    });
    expect(shownFiring({ ...firing, closedAt: null, reason: null, opening: null, peak: null })).toMatchObject(
      {
        closed_at: null,
        reason: null,
        opening: null,
        peak: null,
      },
    );
  });
});
