import type { RuleChange } from "../../../schema/wire/rules.ts";
import { type Overrides, settingsFor } from "../../devices/alert-settings.ts";
import { done, type Outcome, refuseField } from "../../kernel/outcome.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { knownUnit, type Quantity, quantityOf } from "../../kernel/units.ts";
import { overridesOf, type ShownOverrides } from "../settings/settings.ts";
import { RULE_DEFAULTS, type RuleSettings } from "../settings.ts";
import type { Drafted, SimulatedKind } from "./simulate.ts";

/** The settings before anybody says anything. */
const BLANK_RULE: Omit<RuleSettings, "limit"> = {
  ...RULE_DEFAULTS,
  name: "",
  is: "above",
  hysteresis: { value: 0, unit: null },
};

const MEASURED: Partial<Record<SimulatedKind, { quantity: Quantity; word: string }>> = {
  freeze: { quantity: "temperature", word: "temperature" },
  humidity: { quantity: "ratio", word: "humidity" },
};

/** The sensor as far as a rule needs it. */
export type RuleSensor = { unit: string | null };

export const newRuleSettings = (wish: RuleChange, sensor: RuleSensor): Outcome<RuleSettings> =>
  ruleSettings({ ...BLANK_RULE, limit: { value: 0, unit: sensor.unit } }, wish, sensor);

/** `before` with the wish laid over it; refused where it compares what the sensor does not measure. */
export function ruleSettings(
  before: RuleSettings,
  wish: RuleChange,
  sensor: RuleSensor,
): Outcome<RuleSettings> {
  const unit = wish.unit === undefined ? before.limit.unit : unitOf(wish.unit, sensor);
  if (wish.unit !== undefined && !isMeasuredIn(unit, sensor)) return refuseField("unit", unitAsked(sensor));
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

const unitAsked = ({ unit }: RuleSensor): string =>
  unit === null
    ? "must be left out: the sensor has none"
    : `must be one of what the sensor measures, which is in ${unit}`;

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

/** One of them: a rule of the home's own, or a kind's settings over those in force. */
export type Draft = Pick<ShownOverrides, "freeze" | "humidity" | "leak"> & { rule?: RuleChange | undefined };

/** What it is tried on, and by which layers that is judged. */
type DraftSensor = { sensor: RuleSensor; layers: Overrides[] };

/** Refused where the sensor does not measure what the draft compares. */
export function draftedSettings(draft: Draft, { sensor, layers }: DraftSensor): Outcome<Drafted> {
  const { rule, ...overrides } = draft;
  if (rule !== undefined) {
    const settings = newRuleSettings(rule, sensor);
    return settings.ok ? done({ kind: "rule", settings: settings.value }) : settings;
  }
  const kind = DRAFTED.find((each) => overrides[each] !== undefined) ?? "leak";
  const measured = MEASURED[kind];
  if (measured !== undefined && quantityOf(sensor.unit) !== measured.quantity)
    return refuseField("sensor_id", `must be a sensor that measures ${measured.word}`);
  return done({ kind, settings: settingsFor(kind, ...layers, overridesOf(overrides)) } as Drafted);
}

const DRAFTED = ["freeze", "humidity", "leak"] as const;
