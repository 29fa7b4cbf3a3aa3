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
import { type BuiltInSettings, type Overrides, settingsFor } from "../../devices/alert-settings.ts";
import { done, type Outcome, refuseField } from "../../kernel/outcome.ts";
import { MINUTE_MS } from "../../kernel/time.ts";
import { knownUnit, quantityOf } from "../../kernel/units.ts";
import { limitCelsius } from "../sensor-input.ts";
import { RULE_DEFAULTS, type RuleSettings } from "../settings.ts";
import type { Drafted, SimulatedKind } from "./simulate.ts";

/** The settings of the built-in kinds as the wire has them: minutes and hours, humidity in percent. */
type ShownSettings = { [K in BuiltInKind]: ShownOf<FieldsOf<K>> };

/** What is set otherwise than the layer below has it. */
export type ShownOverrides = {
  [K in BuiltInKind]?: { [F in keyof ShownSettings[K]]?: ShownSettings[K][F] | undefined } | undefined;
};

type Loose = Record<string, unknown>;
const fieldsOf = (kind: BuiltInKind): [string, Field][] => Object.entries(ALERT_FIELDS[kind].fields);

/** What the kind has stored, on the wire; what is not set is left out. */
function shownFields<K extends BuiltInKind>(kind: K, stored: Partial<BuiltInSettings[K]>) {
  const all: Loose = stored;
  const shown = fieldsOf(kind).map(([wire, field]) => [wire, shownValue(all[field.stored], field)] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined)) as Partial<ShownSettings[K]>;
}

/** The other way round. */
export function overridesOf(wishes: ShownOverrides): Overrides {
  const kinds = BUILT_IN_KINDS.filter((kind) => wishes[kind] !== undefined);
  return Object.fromEntries(kinds.map((kind) => [kind, storedFields(kind, wishes[kind] ?? {})])) as Overrides;
}

function storedFields(kind: BuiltInKind, wish: Loose): Loose {
  const stored = fieldsOf(kind).map(
    ([wire, field]) => [field.stored, storedValue(wish[wire], field)] as const,
  );
  return Object.fromEntries(stored.filter(([, value]) => value !== undefined));
}

function shownValue(stored: unknown, { type, unitMs }: Field): unknown {
  if (type === "percent") return isQuantity(stored) ? stored.value : stored;
  return typeof stored === "number" ? stored / unitMs : stored;
}

function storedValue(wish: unknown, { type, unitMs }: Field): unknown {
  if (typeof wish !== "number") return wish;
  return type === "percent" ? { value: wish, unit: "%" } : wish * unitMs;
}

const isQuantity = (stored: unknown): stored is { value: number } =>
  typeof stored === "object" && stored !== null && "value" in stored && typeof stored.value === "number";

const shownOverrides = (own: Overrides): ShownOverrides => {
  const overridden = BUILT_IN_KINDS.filter((kind) => own[kind] !== undefined);
  return Object.fromEntries(overridden.map((kind) => [kind, shownFields(kind, own[kind] ?? {})]));
};

/** `layers` from the lowest up, the defaults not among them; the last is the one that is shown. */
export function shownSettings(layers: Overrides[]): AlertSettingsAnswer {
  const effective = BUILT_IN_KINDS.map((kind) => [kind, shownFields(kind, settingsFor(kind, ...layers))]);
  return {
    overrides: shownOverrides(layers.at(-1) ?? {}),
    // Every kind has all its fields here.
    effective: Object.fromEntries(effective) as ShownSettings,
  };
}

/** Refuses limits that contradict each other, which would open and close an alert for ever. */
export function judgeSettings(layers: Overrides[]): Outcome<AlertSettingsAnswer> {
  for (const kind of BUILT_IN_KINDS) {
    const fault = faultOf(kind, layers);
    if (fault !== null)
      return refuseField(fault.field, `must ${fault.must} "${fault.other}"${fault.by ?? ""}`);
  }
  return done(shownSettings(layers));
}

function faultOf<K extends BuiltInKind>(kind: K, layers: Overrides[]): Fault | null {
  const judge: Judge<K> | undefined = FAULTS[kind];
  return judge === undefined ? null : judge(settingsFor(kind, ...layers));
}

/** `"field" must not be above "other"` */
type Fault = { field: string; must: string; other: string; by?: string };

function freezeFault({ warning, critical }: BuiltInSettings["freeze"]): Fault | null {
  const isUpsideDown =
    warning !== null && critical !== null && limitCelsius(critical) > limitCelsius(warning);
  return isUpsideDown ? { field: "freeze.critical", must: "not be above", other: "freeze.warning" } : null;
}

function humidityFault({ high, low, hysteresis }: BuiltInSettings["humidity"]): Fault | null {
  if (high === null || low === null || high.value - low.value > 2 * hysteresis.value) return null;
  const by = " by more than twice the hysteresis";
  return { field: "humidity.low", must: "be below", other: "humidity.high", by };
}

function hoursFault(settings: BuiltInSettings["time_to_freeze"]): Fault | null {
  const { opensHours, closesHours, criticalHours, crossingsHours } = settings;
  const other = "time_to_freeze.opens_hours";
  if (closesHours < opensHours)
    return { field: "time_to_freeze.closes_hours", must: "not be less than", other };
  if (criticalHours > opensHours)
    return { field: "time_to_freeze.critical_hours", must: "not be more than", other };
  const isDescending = crossingsHours.every((hours, at) => hours < (crossingsHours[at - 1] ?? opensHours));
  return isDescending
    ? null
    : { field: "time_to_freeze.crossings_hours", must: "be descending, below", other };
}

type Judge<K extends BuiltInKind> = (settings: BuiltInSettings[K]) => Fault | null;

/** What of a kind can contradict itself. */
const FAULTS: { [K in BuiltInKind]?: Judge<K> } = {
  freeze: freezeFault,
  humidity: humidityFault,
  time_to_freeze: hoursFault,
};

/** The settings before anybody says anything. */
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

/** The sensor as far as a rule needs it. */
export type RuleSensor = { unit: string | null };

export const newRuleSettings = (wish: RuleChange, sensor: RuleSensor): Outcome<RuleSettings> =>
  ruleSettings({ ...BLANK_RULE, limit: { value: 0, unit: sensor.unit } }, wish, sensor);

/** `before` with the wish laid over it; refused where it compares what the sensor does not measure. */
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
