import { describe, expect, test } from "vitest";
import { judgeSettings, shownSettings } from "../../../lib/alerts/settings/settings.ts";
import { type Overrides, sensorSettings } from "../../../lib/devices/alert-settings.ts";
import type { PlacedSensor } from "../../../lib/devices/placement/placement.ts";
import type { Placement } from "../../../schema/vocabulary.ts";

const F = (value: number) => ({ value, unit: "°F" });
const percent = (value: number) => ({ value, unit: "%" });

test("what is set here stands beside what holds with all layers below it", () => {
  const shown = shownSettings([{ freeze: { enabled: false } }, { humidity: { high: percent(61) } }]);
  expect(shown.overrides).toEqual({ humidity: { high: 61 } });
  expect(shown.effective.freeze.enabled).toBe(false);
  expect(shown.effective.humidity).toMatchObject({ enabled: true, high: 61 });
  expect(shownSettings([]).overrides).toEqual({});
  expect(shownSettings([{ humidity: { high: percent(61) } }]).overrides).toEqual({ humidity: { high: 61 } });
});

describe("settings that contradict each other are refused", () => {
  const faultOf = (...layers: Overrides[]) => {
    const judged = judgeSettings(layers);
    return judged.ok ? null : [judged.problem.name, judged.problem.sentence];
  };

  test("across layers too", () => {
    expect(faultOf({ freeze: { warning: F(40) } }, { freeze: { critical: F(45) } })).not.toBeNull();
    expect(faultOf({ freeze: { warning: F(40) } }, { freeze: { critical: F(35) } })).toBeNull();
  });
});

describe("a home's settings", () => {
  const home = { freeze: { warning: F(45) } };
  const device = { name: "Node", space: "" };
  const at = (placement: Placement | null, weekFloor: PlacedSensor["weekFloor"] = null) =>
    ({
      label: "T2",
      kind: "temperature",
      unit: "°F",
      value: 20,
      placement,
      weekFloor,
      settings: {},
    }) as const;

  test("hold where neither the sensor nor its place says otherwise", () => {
    expect(sensorSettings("freeze", { settings: home }, device, at("room")).warning).toEqual(F(45));
    expect(sensorSettings("freeze", { settings: home }, device, at("unheated")).warning).toEqual(F(33));
    const own = { ...at("room"), settings: { freeze: { warning: F(50) } } };
    expect(sensorSettings("freeze", { settings: home }, device, own).warning).toEqual(F(50));
  });

  test("don't replace the learned limits of a cold place that nobody has named", () => {
    const corner = at(null, { celsius: Array(24).fill(-3), days: 6 });
    expect(sensorSettings("freeze", { settings: home }, device, corner).critical).toBeNull();
  });
});
