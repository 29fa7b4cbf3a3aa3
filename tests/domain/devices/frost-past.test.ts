import { describe, expect, test } from "vitest";
import { FROST_PAST, frostWarningOf } from "../../../lib/devices/placement/guesses.ts";
import { PLACEMENT_DEFAULTS, sensorSettings } from "../../../lib/devices/placement/sensor-settings.ts";

const lows = (days: number, fahrenheit: (ago: number) => number) =>
  Array.from({ length: days }, (_, index) => ({ day: 20_000 - index, fahrenheit: fahrenheit(index + 1) }));
/** Every third night of the last two months is cold. */
const nights = (low: number) => lows(60, (ago) => (ago % 3 === 0 ? low + (ago % 5) / 10 : 41));

describe("an unheated place's frost warning", () => {
  test.each([
    [30, 28],
    [34, null],
    [32.5, 30],
    [28, 27],
    [12, 27],
  ])("of a garage that goes to %d °F each cold night is %s", (low, warning) => {
    expect(frostWarningOf(nights(low))).toBe(warning);
  });

  test("stays what it is while it froze for a few days, or within one spell", () => {
    expect(frostWarningOf(lows(60, (ago) => (ago % 7 === 0 ? 30 : 41)))).toBeNull();
    expect(frostWarningOf(lows(60, (ago) => (ago <= 13 ? 30 : 41)))).toBeNull();
    expect(frostWarningOf(lows(2, () => 30))).toBeNull();
    expect(frostWarningOf([])).toBeNull();
  });

  test("follows no accident: the two coldest days are left out", () => {
    expect(
      frostWarningOf(nights(30).map((low, index) => (index < 2 ? { ...low, fahrenheit: 0 } : low))),
    ).toBe(28);
  });

  test.each([
    [36, 34],
    [37.5, 35],
    [50, 36],
    [35.9, null],
  ])("of a crawl space that was never below %d °F in a year is %s", (low, warning) => {
    expect(frostWarningOf(lows(360, (ago) => low + 10 * (1 + Math.cos(ago / 57))))).toBe(warning);
  });

  test("is not raised before a whole winter is known", () => {
    expect(frostWarningOf(lows(200, () => 50))).toBeNull();
  });

  test("lies above the critical limit, always", () => {
    const { critical } = PLACEMENT_DEFAULTS.unheated.freeze ?? {};
    expect(FROST_PAST.least).toBeGreaterThan(critical?.value ?? Number.POSITIVE_INFINITY);
  });
});

describe("what a place has learned", () => {
  const device = { name: "Node", space: "", settings: {} };
  const sensor = { label: "Garage", kind: "temperature" as const, unit: "°F", value: 40, settings: {} };
  const freeze = (over: object) =>
    sensorSettings("freeze", { settings: {} }, device, {
      ...sensor,
      weekFloor: { frostWarning: 28 },
      ...over,
    });

  test("is its warning, and leaves its critical limit as it is", () => {
    expect(freeze({})).toMatchObject({ warning: { value: 28, unit: "°F" }, critical: { value: 25 } });
  });

  test("counts for nothing in a room, or beside a limit that was set by hand", () => {
    expect(freeze({ placement: "room" })).toMatchObject({ warning: { value: 40 } });
    const byHand = { freeze: { warning: { value: 31, unit: "°F" } } };
    expect(freeze({ settings: byHand })).toMatchObject({ warning: { value: 31 } });
  });
});
