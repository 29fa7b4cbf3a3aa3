import { describe, expect, test } from "vitest";
import {
  homeOverridesOf,
  judgeHomeSettings,
  judgeSettings,
  shownHomeSettings,
  shownSettings,
} from "../../../lib/alerts/settings/settings.ts";
import type { Overrides } from "../../../lib/devices/alert-settings.ts";
import type { PlacedSensor } from "../../../lib/devices/placement/placement.ts";
import { sensorSettings } from "../../../lib/devices/placement/sensor-settings.ts";
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

describe("what a home sets for a placement", () => {
  const home = {
    freeze: { warning: F(45) },
    byPlacement: { freezer: { cold_storage: { warm: F(5) } }, room: { freeze: { critical: F(41) } } },
  };
  const device = { name: "Node", space: "", settings: {} };
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

  test("holds there, over the home's own and the placement's defaults", () => {
    expect(sensorSettings("cold_storage", { settings: home }, device, at("freezer")).warm).toEqual(F(5));
    expect(sensorSettings("freeze", { settings: home }, device, at("freezer")).enabled).toBe(false);
    expect(sensorSettings("freeze", { settings: home }, device, at("room"))).toMatchObject({
      warning: F(45),
      critical: F(41),
    });
    expect(sensorSettings("freeze", { settings: home }, device, at("pipe")).critical).toEqual(F(35));
  });

  test("gives way to what the device or the sensor sets", () => {
    const own = { ...at("freezer"), settings: { cold_storage: { warm: F(12) } } };
    expect(sensorSettings("cold_storage", { settings: home }, device, own).warm).toEqual(F(12));
    const ofDevice = { ...device, settings: { cold_storage: { warm: F(11) } } };
    expect(sensorSettings("cold_storage", { settings: home }, ofDevice, at("freezer")).warm).toEqual(F(11));
  });

  test("is not laid over what a cold corner has taught that nobody has called a room", () => {
    const corner = at(null, { celsius: Array(24).fill(-3), days: 6 });
    const learned = sensorSettings("freeze", { settings: { freeze: home.freeze } }, device, corner);
    expect(learned.critical).toBeNull();
    expect(sensorSettings("freeze", { settings: home }, device, corner)).toEqual(learned);
  });

  test("is stored and shown as it was wished, and not at all where nothing is set", () => {
    const wishes = {
      freeze: { warning: F(45) },
      by_placement: { freezer: { cold_storage: { warm: F(5) } }, fridge: {} },
    };
    const stored = homeOverridesOf(wishes);
    expect(stored).toEqual({
      freeze: { warning: F(45) },
      byPlacement: { freezer: { cold_storage: { warm: F(5) } } },
    });
    expect(shownHomeSettings(stored).overrides).toEqual({
      freeze: { warning: F(45) },
      by_placement: { freezer: { cold_storage: { warm: F(5) } } },
    });
    expect(homeOverridesOf({ by_placement: { fridge: {} } })).toEqual({});
  });

  test("is refused by its name where it contradicts what holds below it", () => {
    const judged = judgeHomeSettings({ byPlacement: { unheated: { freeze: { critical: F(34) } } } });
    expect(judged.ok ? null : judged.problem.sentence).toBe(
      '"by_placement.unheated.freeze.critical" must not be above "by_placement.unheated.freeze.warning"',
    );
    expect(judgeHomeSettings({ byPlacement: { room: { freeze: { critical: F(34) } } } }).ok).toBe(true);
  });
});
