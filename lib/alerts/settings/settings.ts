import type { Field, ShownOf } from "../../../schema/alert-field.ts";
import {
  ALERT_FIELDS,
  BUILT_IN_KINDS,
  type BuiltInKind,
  type FieldsOf,
} from "../../../schema/alert-fields.ts";
import type { AlertSettingsAnswer } from "../../../schema/wire/alert-settings.ts";
import { sensorSettings } from "../../devices/placement/sensor-settings.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { OwnedEpisode } from "../end-owned.ts";
import type { Quantity } from "../evidence.ts";
import { valueIn } from "../follow.ts";
import { type BuiltInSettings, type Overrides, settingsFor } from "../settings.ts";
import type { TickFacts } from "../tick-facts.ts";

/** The settings of the built-in kinds as the wire has them: minutes and hours, humidity in percent. */
type ShownSettings = { [K in BuiltInKind]: ShownOf<FieldsOf<K>> };

/** What is set otherwise than the layer below has it. */
export type ShownOverrides = {
  [K in BuiltInKind]?: { [F in keyof ShownSettings[K]]?: ShownSettings[K][F] | undefined } | undefined;
};

type Loose = Record<string, unknown>;
const fieldsOf = (kind: BuiltInKind): [string, Field][] => Object.entries(ALERT_FIELDS[kind].fields);

/** What the kind has stored, on the wire; what is not set is left out. */
export function shownFields<K extends BuiltInKind>(
  kind: K,
  stored: Partial<BuiltInSettings[K]>,
): Partial<ShownSettings[K]> {
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

/** What is set here, and what holds with all layers below it. */
export type SettingsShown = AlertSettingsAnswer;

/** `layers` from the lowest up, the defaults not among them; the last is the one that is shown. */
export function shownSettings(layers: Overrides[]): SettingsShown {
  const own = layers.at(-1) ?? {};
  const overridden = BUILT_IN_KINDS.filter((kind) => own[kind] !== undefined);
  const overrides = overridden.map((kind) => [kind, shownFields(kind, own[kind] ?? {})]);
  const effective = BUILT_IN_KINDS.map((kind) => [kind, shownFields(kind, settingsFor(kind, ...layers))]);
  return {
    overrides: Object.fromEntries(overrides) as ShownOverrides,
    // Every kind has all its fields here.
    effective: Object.fromEntries(effective) as ShownSettings,
  };
}

/** Refuses limits that contradict each other, which would open and close an alert for ever. */
export function judgeSettings(layers: Overrides[]): Outcome<SettingsShown> {
  const fault = BUILT_IN_KINDS.map((kind) => faultOf(kind, layers)).find((sentence) => sentence !== null);
  return fault === undefined ? done(shownSettings(layers)) : refuse("invalid_request", fault);
}

function faultOf<K extends BuiltInKind>(kind: K, layers: Overrides[]): string | null {
  const judge: Fault<K> | undefined = FAULTS[kind];
  return judge === undefined ? null : judge(settingsFor(kind, ...layers));
}

const celsius = (quantity: Quantity): number => valueIn(quantity, "°C") ?? Number.NaN;

function freezeFault({ warning, critical }: BuiltInSettings["freeze"]): string | null {
  const isUpsideDown = warning !== null && critical !== null && celsius(critical) > celsius(warning);
  return isUpsideDown ? '"freeze.critical" must not be above "freeze.warning"' : null;
}

function humidityFault({ high, low, hysteresis }: BuiltInSettings["humidity"]): string | null {
  if (high === null || low === null || high.value - low.value > 2 * hysteresis.value) return null;
  return '"humidity.low" must be below "humidity.high" by more than twice the hysteresis';
}

function hoursFault(settings: BuiltInSettings["time_to_freeze"]): string | null {
  const { opensHours, closesHours, criticalHours, crossingsHours } = settings;
  if (closesHours < opensHours)
    return '"time_to_freeze.closes_hours" must not be less than "time_to_freeze.opens_hours"';
  if (criticalHours > opensHours)
    return '"time_to_freeze.critical_hours" must not be more than "time_to_freeze.opens_hours"';
  const isDescending = crossingsHours.every((hours, at) => hours < (crossingsHours[at - 1] ?? opensHours));
  return isDescending
    ? null
    : '"time_to_freeze.crossings_hours" must be descending, below "time_to_freeze.opens_hours"';
}

type Fault<K extends BuiltInKind> = (settings: BuiltInSettings[K]) => string | null;

/** What of a kind can contradict itself. */
const FAULTS: { [K in BuiltInKind]?: Fault<K> } = {
  freeze: freezeFault,
  humidity: humidityFault,
  time_to_freeze: hoursFault,
};

/**
 * The open episodes whose kind is switched off where they are: for their sensor, their device or the home.
 */
export const switchedOff = (episodes: readonly OwnedEpisode[], facts: TickFacts): OwnedEpisode[] =>
  episodes.filter((episode) => !isWatched(episode, facts));

/** A rule of the home's own has no such settings. */
function isWatched({ kind, about }: OwnedEpisode, { household, devices }: TickFacts): boolean {
  if (kind === "rule") return true;
  for (const { device, sensors } of devices) {
    const sensor = sensors.find(({ id }) => id === about.sensorId);
    if (sensor !== undefined) return sensorSettings(kind, household, device, sensor).enabled;
    if (device.id === about.deviceId) return settingsFor(kind, household.settings, device.settings).enabled;
  }
  return settingsFor(kind, household.settings).enabled;
}
