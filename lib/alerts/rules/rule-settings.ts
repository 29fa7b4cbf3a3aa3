import type { RuleChange } from "../../../schema/wire/rules.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { knownUnit, quantityOf } from "../../kernel/units.ts";
import { RULE_DEFAULTS, type RuleSettings } from "../settings.ts";

/** What somebody says of a rule; what is undefined is as it was. */
export type RuleWish = RuleChange;

/** The sensor as far as a rule needs it. */
export type RuleSensor = { unit: string | null };

/** The settings before anybody says anything. */
const BLANK_RULE: Omit<RuleSettings, "limit"> = {
  ...RULE_DEFAULTS,
  name: "",
  is: "above",
  hysteresis: { value: 0, unit: null },
};

export const newRuleSettings = (wish: RuleWish, sensor: RuleSensor): Outcome<RuleSettings> =>
  ruleSettings({ ...BLANK_RULE, limit: { value: 0, unit: sensor.unit } }, wish, sensor);

/** `before` with the wish laid over it; refused where it compares what the sensor does not measure. */
export function ruleSettings(
  before: RuleSettings,
  wish: RuleWish,
  sensor: RuleSensor,
): Outcome<RuleSettings> {
  const unit = wish.unit === undefined ? before.limit.unit : unitOf(wish.unit, sensor);
  if (wish.unit !== undefined && !isMeasuredIn(unit, sensor))
    return refuse("invalid_request", wrongUnit(sensor));
  const { for_minutes: forMinutes, cooldown_minutes: cooldown } = wish;
  return done({
    enabled: wish.enabled ?? before.enabled,
    name: wish.name ?? before.name,
    is: wish.is ?? before.is,
    limit: { value: wish.value ?? before.limit.value, unit },
    forMs: forMinutes === undefined ? before.forMs : forMinutes * MINUTE_MS,
    hysteresis: { value: wish.hysteresis ?? before.hysteresis.value, unit },
    cooldownMs: cooldown === undefined ? before.cooldownMs : cooldown === null ? null : cooldown * MINUTE_MS,
    severity: wish.severity ?? before.severity,
  });
}

const unitOf = (text: string | null, sensor: RuleSensor): string | null =>
  text === null ? sensor.unit : (knownUnit(text) ?? text);

function isMeasuredIn(unit: string | null, sensor: RuleSensor): boolean {
  if (unit === sensor.unit) return true;
  const quantity = quantityOf(unit);
  return quantity !== null && quantity === quantityOf(sensor.unit);
}

const wrongUnit = ({ unit }: RuleSensor): string =>
  unit === null
    ? '"unit" must be left out: the sensor has none'
    : `"unit" must be one of what the sensor measures, which is in ${unit}`;

export type RuleRecord = {
  id: string;
  sensorId: string;
  settings: RuleSettings;
  createdAt: Date;
  updatedAt: Date;
};

/** A rule as the APIs show it. */
export const shownRule = ({ id, sensorId, settings, createdAt, updatedAt }: RuleRecord) => ({
  id,
  sensor_id: sensorId,
  name: settings.name,
  is: settings.is,
  value: settings.limit.value,
  unit: settings.limit.unit,
  for_minutes: settings.forMs / MINUTE_MS,
  hysteresis: settings.hysteresis.value,
  cooldown_minutes: settings.cooldownMs === null ? null : settings.cooldownMs / MINUTE_MS,
  severity: settings.severity,
  enabled: settings.enabled,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
export type ShownRule = ReturnType<typeof shownRule>;
