import {
  ALERT_FIELDS,
  BUILT_IN_KINDS,
  type BuiltInKind,
  type Field,
  type FieldsOf,
  type ShownOf,
} from "../../../schema/alert-fields.ts";
import type { AlertSettingsAnswer } from "../../../schema/wire/alert-settings.ts";
import type { RuleChange } from "../../../schema/wire/rules.ts";
import { ALERT_DEFAULTS, type Overrides, settingsFor } from "../../devices/alert-settings.ts";
import { done, type Outcome, refuseField } from "../../kernel/outcome.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { knownUnit, quantityOf } from "../../kernel/units.ts";
import type { Quantity } from "../../language/reason.ts";
import { limitCelsius } from "../sensor-input.ts";
import { RULE_DEFAULTS, type RuleSettings } from "../settings.ts";
import type { Drafted, SimulatedKind } from "./simulate.ts";

/** The built-in kinds' settings as the API shows them: minutes and hours, humidity in percent. */
type ShownSettings = { [K in BuiltInKind]: ShownOf<FieldsOf<K>> };

/** Settings that override those of the layer below. */
export type ShownOverrides = {
  [K in BuiltInKind]?: { [F in keyof ShownSettings[K]]?: ShownSettings[K][F] | undefined } | undefined;
};

type Loose = Record<string, unknown>;

/** Renames and converts a kind's fields by `entryOf`; fields that are not set are left out. */
function converted(kind: BuiltInKind, entryOf: (wire: string, field: Field) => [string, unknown]): Loose {
  const fields: [string, Field][] = Object.entries(ALERT_FIELDS[kind].fields);
  const entries = fields.map(([wire, field]) => entryOf(wire, field));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const shownFields = (kind: BuiltInKind, stored: Loose) =>
  converted(kind, (wire, field) => [wire, shownValue(stored[field.stored], field)]);

const storedFields = (kind: BuiltInKind, wish: Loose) =>
  converted(kind, (wire, field) => [field.stored, storedValue(wish[wire], field)]);

function shownValue(stored: unknown, { type, unitMs }: Field): unknown {
  if (type === "percent") return (stored as Quantity | null | undefined)?.value ?? stored;
  return typeof stored === "number" ? stored / unitMs : stored;
}

function storedValue(wish: unknown, { type, unitMs }: Field): unknown {
  if (typeof wish !== "number") return wish;
  return type === "percent" ? { value: wish, unit: "%" } : wish * unitMs;
}

const eachKind = (of: { [K in BuiltInKind]?: Loose | undefined }, as: typeof shownFields) =>
  Object.fromEntries(
    BUILT_IN_KINDS.flatMap((kind) => (of[kind] === undefined ? [] : [[kind, as(kind, of[kind])]])),
  );

/** Converts overrides from the API's form to the stored form. */
export const overridesOf = (wishes: ShownOverrides): Overrides => eachKind(wishes, storedFields);

/** `layers`: lowest first, without the defaults. The last one is shown as the overrides. */
export const shownSettings = (layers: Overrides[]): AlertSettingsAnswer => ({
  overrides: eachKind(layers.at(-1) ?? {}, shownFields),
  // The defaults have every field, so the cast holds.
  effective: eachKind(ALERT_DEFAULTS, (kind) =>
    shownFields(kind, settingsFor(kind, ...layers)),
  ) as ShownSettings,
});

/** Refuses limits that contradict each other, which would open and close an alert for ever. */
export function judgeSettings(layers: Overrides[]): Outcome<AlertSettingsAnswer> {
  const fault = faultsOf(layers).find(({ is }) => is);
  return fault === undefined ? done(shownSettings(layers)) : refuseField(fault.field, `must ${fault.must}`);
}

/** Lists every contradiction that settings can have; `is` tells if these have it. */
function faultsOf(layers: Overrides[]): { is: boolean; field: string; must: string }[] {
  const { warning, critical } = settingsFor("freeze", ...layers);
  const { high, low, hysteresis } = settingsFor("humidity", ...layers);
  const hours = settingsFor("time_to_freeze", ...layers);
  const { opensHours, crossingsHours } = hours;
  const isDescending = crossingsHours.every((each, at) => each < (crossingsHours[at - 1] ?? opensHours));
  const opens = '"time_to_freeze.opens_hours"';
  return [
    {
      is: warning !== null && critical !== null && limitCelsius(critical) > limitCelsius(warning),
      field: "freeze.critical",
      must: 'not be above "freeze.warning"',
    },
    {
      is: high !== null && low !== null && high.value - low.value <= 2 * hysteresis.value,
      field: "humidity.low",
      must: 'be below "humidity.high" by more than twice the hysteresis',
    },
    {
      is: hours.closesHours < opensHours,
      field: "time_to_freeze.closes_hours",
      must: `not be less than ${opens}`,
    },
    {
      is: hours.criticalHours > opensHours,
      field: "time_to_freeze.critical_hours",
      must: `not be more than ${opens}`,
    },
    { is: !isDescending, field: "time_to_freeze.crossings_hours", must: `be descending, below ${opens}` },
  ];
}

/** The settings of a new rule before its author's fields are applied. */
const BLANK_RULE: Omit<RuleSettings, "limit"> = {
  ...RULE_DEFAULTS,
  name: "",
  is: "above",
  hysteresis: { value: 0, unit: null },
};

const MEASURED: Partial<Record<SimulatedKind, { quantity: "temperature" | "ratio"; word: string }>> = {
  freeze: { quantity: "temperature", word: "temperature" },
  humidity: { quantity: "ratio", word: "humidity" },
};

/** The part of a sensor that a rule's settings depend on. */
type RuleSensor = { unit: string | null };

export const newRuleSettings = (wish: RuleChange, sensor: RuleSensor): Outcome<RuleSettings> =>
  ruleSettings({ ...BLANK_RULE, limit: { value: 0, unit: sensor.unit } }, wish, sensor);

/** Applies the requested fields to `before`. Refuses a unit that the sensor doesn't measure in. */
export function ruleSettings(before: RuleSettings, wish: RuleChange, sensor: RuleSensor) {
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

/** A draft to simulate: a custom rule, or overrides of one kind on top of the settings in force. */
export type Draft = Pick<ShownOverrides, "freeze" | "humidity" | "leak"> & { rule?: RuleChange | undefined };

/** The sensor that a draft is simulated on, with its settings layers. */
type DraftSensor = { sensor: RuleSensor; layers: Overrides[] };

/** Returns the settings to simulate. Refuses a draft if the sensor doesn't measure what the draft compares. */
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
