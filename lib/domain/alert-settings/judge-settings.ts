import { BUILT_IN_KINDS, type BuiltInKind } from "../../../schema/alert-fields.ts";
import type { AlertSettingsAnswer } from "../../../schema/wire/alert-settings.ts";
import type { Quantity } from "../alerts/evidence.ts";
import { type BuiltInSettings, type Overrides, settingsFor } from "../alerts/settings.ts";
import { valueIn } from "../alerts/threshold.ts";
import { done, type Outcome, refuse } from "../outcome.ts";
import { shownFields } from "./fields.ts";
import type { ShownOverrides, ShownSettings } from "./shown-settings.ts";

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
