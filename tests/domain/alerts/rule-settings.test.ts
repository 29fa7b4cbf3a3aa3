import { describe, expect, test } from "vitest";
import { newRuleSettings, ruleSettings } from "../../../lib/alerts/settings/settings.ts";
import type { RuleSettings } from "../../../lib/alerts/settings.ts";
import type { RuleChange } from "../../../schema/wire/rules.ts";
import { MINUTE } from "./posts.ts";

const CELSIUS = { unit: "°C" };
const RULE: RuleSettings = {
  enabled: true,
  name: "Wine",
  is: "above",
  forMs: 10 * MINUTE,
  cooldownMs: 30 * MINUTE,
  limit: { value: 18, unit: "°C" },
  hysteresis: { value: 1, unit: "°C" },
  severity: "critical",
};

describe("a new rule", () => {
  test("may be in another unit of the same quantity, however that is spelled", () => {
    const limitOf = (unit: string | null) => {
      const made = newRuleSettings({ value: 5, unit }, CELSIUS);
      return made.ok ? made.value.limit.unit : made.problem.sentence;
    };
    expect(limitOf("°F")).toBe("°F");
    expect(limitOf("degF")).toBe("°F");
    expect(limitOf(null)).toBe("°C");
    expect(limitOf("hPa")).toBe('"unit" must be one of what the sensor measures, which is in °C');
    expect(limitOf("bananas")).toMatch(/^"unit" must be one of/);
    expect(newRuleSettings({ unit: "apples" }, { unit: "bananas" })).toMatchObject({ ok: false });
  });

  test("of a sensor without a unit has none, and one of an unknown unit has that", () => {
    const refused = { ok: false, problem: { name: "invalid_request", field: "unit" } };
    expect(newRuleSettings({ unit: "°C" }, { unit: null })).toMatchObject(refused);
    expect(newRuleSettings({ unit: "bananas" }, { unit: "bananas" })).toMatchObject({
      ok: true,
      value: { limit: { unit: "bananas" }, hysteresis: { unit: "bananas" } },
    });
  });
});

describe("a rule that is changed", () => {
  test("keeps the unit of its limit if the change names none, whatever its sensor measures now", () => {
    const beer = { ok: true, value: { ...RULE, name: "Beer" } };
    expect(ruleSettings(RULE, { name: "Beer" }, { unit: "%" })).toEqual(beer);
  });

  test("takes the changed fields, minutes as milliseconds", () => {
    const wish: RuleChange = {
      name: "Beer",
      is: "equals",
      value: 4,
      unit: "°F",
      for_minutes: 3,
      hysteresis: 2,
      cooldown_minutes: 5,
      severity: "warning",
      enabled: false,
    };
    expect(ruleSettings(RULE, wish, CELSIUS)).toEqual({
      ok: true,
      value: {
        enabled: false,
        name: "Beer",
        is: "equals",
        forMs: 3 * MINUTE,
        cooldownMs: 5 * MINUTE,
        limit: { value: 4, unit: "°F" },
        hysteresis: { value: 2, unit: "°F" },
        severity: "warning",
      },
    });
  });
});
