import type { BuiltInKind, BuiltInSettings, Overrides } from "../alerts/settings.ts";
import type { ShownOverrides, ShownSettings } from "./shown-settings.ts";

/** How a stored value is written on the wire: as it is, in units of so many milliseconds, or in bare percent. */
type Form = "same" | "percent" | { unitMs: number };

const MINUTES: Form = { unitMs: 60_000 };
const HOURS: Form = { unitMs: 3_600_000 };

type Fields<K extends BuiltInKind> = {
  [Wire in keyof ShownSettings[K]]: readonly [stored: keyof BuiltInSettings[K], form: Form];
};

/** Every setting, by its name on the wire. */
const FIELDS: { [K in BuiltInKind]: Fields<K> } = {
  freeze: {
    enabled: ["enabled", "same"],
    warning: ["warning", "same"],
    critical: ["critical", "same"],
    vacation_warning: ["vacationWarning", "same"],
    hysteresis: ["hysteresis", "same"],
    closing_readings: ["closingReadings", "same"],
    remind_minutes: ["remindMs", MINUTES],
    worse_by: ["worseBy", "same"],
  },
  humidity: {
    enabled: ["enabled", "same"],
    high: ["high", "percent"],
    low: ["low", "percent"],
    for_minutes: ["forMs", MINUTES],
    hysteresis: ["hysteresis", "percent"],
    remind_minutes: ["remindMs", MINUTES],
    reopen_quiet_minutes: ["reopenQuietMs", MINUTES],
  },
  leak: {
    enabled: ["enabled", "same"],
    dry_minutes: ["dryMs", MINUTES],
    remind_minutes: ["remindMs", MINUTES],
  },
  outage: {
    enabled: ["enabled", "same"],
    intervals: ["intervals", "same"],
    grace_minutes_min: ["graceMinMs", MINUTES],
    late_intervals: ["lateIntervals", "same"],
    grace_minutes: ["graceMs", MINUTES],
    vacation_grace_factor: ["vacationGraceFactor", "same"],
    second_notice_hours: ["secondNoticeMs", HOURS],
  },
  forecast: {
    enabled: ["enabled", "same"],
    outdoor_low: ["outdoorLow", "same"],
    indoor_low: ["indoorLow", "same"],
    window_hours: ["windowMs", HOURS],
    hysteresis: ["hysteresis", "same"],
    remind_minutes: ["remindMs", MINUTES],
    reopen_quiet_minutes: ["reopenQuietMs", MINUTES],
    forecast_age_hours: ["forecastAgeMs", HOURS],
  },
  time_to_freeze: {
    enabled: ["enabled", "same"],
    opens_hours: ["opensHours", "same"],
    closes_hours: ["closesHours", "same"],
    critical_hours: ["criticalHours", "same"],
    crossings_hours: ["crossingsHours", "same"],
    closing_readings: ["closingReadings", "same"],
  },
};

export const BUILT_IN_KINDS = Object.keys(FIELDS) as BuiltInKind[];

type Loose = Record<string, unknown>;
const fieldsOf = (kind: BuiltInKind): [string, readonly [string, Form]][] => Object.entries(FIELDS[kind]);

/** What the kind has stored, on the wire; what is not set is left out. */
export function shownFields<K extends BuiltInKind>(
  kind: K,
  stored: Partial<BuiltInSettings[K]>,
): Partial<ShownSettings[K]> {
  const all: Loose = stored;
  const shown = fieldsOf(kind).map(([wire, [name, form]]) => [wire, shownValue(all[name], form)] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined)) as Partial<ShownSettings[K]>;
}

/** The other way round. */
export function overridesOf(wishes: ShownOverrides): Overrides {
  const kinds = BUILT_IN_KINDS.filter((kind) => wishes[kind] !== undefined);
  return Object.fromEntries(kinds.map((kind) => [kind, storedFields(kind, wishes[kind] ?? {})])) as Overrides;
}

function storedFields(kind: BuiltInKind, wish: Loose): Loose {
  const stored = fieldsOf(kind).map(([wire, [name, form]]) => [name, storedValue(wish[wire], form)] as const);
  return Object.fromEntries(stored.filter(([, value]) => value !== undefined));
}

function shownValue(stored: unknown, form: Form): unknown {
  if (form === "percent") return isQuantity(stored) ? stored.value : stored;
  return form !== "same" && typeof stored === "number" ? stored / form.unitMs : stored;
}

function storedValue(wish: unknown, form: Form): unknown {
  if (typeof wish !== "number" || form === "same") return wish;
  return form === "percent" ? { value: wish, unit: "%" } : wish * form.unitMs;
}

const isQuantity = (stored: unknown): stored is { value: number } =>
  typeof stored === "object" && stored !== null && "value" in stored && typeof stored.value === "number";
