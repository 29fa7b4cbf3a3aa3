import {
  ALERT_FIELDS,
  BUILT_IN_KINDS,
  type BuiltInKind,
  type FieldsOf,
  type StoredOf,
} from "../../schema/alert-fields.ts";
import type { Placement } from "../../schema/vocabulary.ts";
import { DAY_MS, HOUR_MS } from "../kernel/time.ts";
import {
  guessOf,
  isPlaceKnown,
  type PlacedDevice,
  type PlacedSensor,
  placementOf,
} from "./placement/placement.ts";

/** The settings of the built-in kinds of alerts. `schema/alert-fields.ts` has their defaults and bounds. */
export type BuiltInSettings = { [K in BuiltInKind]: StoredOf<FieldsOf<K>> };

export type FreezeSettings = BuiltInSettings["freeze"];

export type OutageSettings = BuiltInSettings["outage"];

/** The settings that a home, a placement or a sensor changes. */
export type Overrides = { [K in BuiltInKind]?: Partial<BuiltInSettings[K]> };

/** The default settings of every built-in kind. */
export const ALERT_DEFAULTS = Object.fromEntries(
  BUILT_IN_KINDS.map((kind) => [
    kind,
    Object.fromEntries(Object.values(ALERT_FIELDS[kind].fields).map(({ stored, is }) => [stored, is])),
  ]),
) as BuiltInSettings;

/** Returns the defaults with the overrides applied in order; the last one wins. */
export function settingsFor<K extends BuiltInKind>(kind: K, ...overrides: (Overrides | null | undefined)[]) {
  const settings: BuiltInSettings[K] = { ...ALERT_DEFAULTS[kind] };
  for (const layer of overrides) Object.assign(settings, layer?.[kind]);
  return settings;
}

const fahrenheit = (value: number) => ({ value, unit: "°F" });
const percent = (value: number) => ({ value, unit: "%" });

const OFF = { enabled: false } as const;
/** In places where nobody lives, humidity and the time to freeze mean nothing. */
const NO_ROOM = { humidity: OFF, forecast: { indoorLow: null }, time_to_freeze: OFF } as const;

/**
 * The settings that a placement changes. They win over the home's settings, and the sensor's win over them.
 * docs/alerts.md has this table, docs/alert-decisions.md the sources of its numbers.
 */
export const PLACEMENT_DEFAULTS: Record<Placement, Overrides> = {
  room: {},
  // A shower is over in an hour, and mold needs a day of damp air.
  bathroom: { humidity: { high: percent(70), forMs: 6 * HOUR_MS } },
  kitchen: { humidity: { high: percent(70), forMs: 6 * HOUR_MS } },
  pipe: { humidity: OFF },
  unheated: {
    freeze: {
      warning: fahrenheit(33),
      critical: fahrenheit(25),
      vacationWarning: null,
      // An unheated space gets this cold every cold week. News is only what is colder than before, or a new season.
      reopenQuietMs: 60 * DAY_MS,
      worseBy: fahrenheit(8),
      remindMs: DAY_MS,
    },
    humidity: { high: percent(80), forMs: DAY_MS },
    forecast: { indoorLow: fahrenheit(25) },
    // An unheated space freezes and thaws with the weather, so its limits say enough.
    time_to_freeze: OFF,
  },
  // A fridge that freezes spoils its food, but no pipes are in danger.
  fridge: {
    ...NO_ROOM,
    freeze: { warning: fahrenheit(28), critical: null, vacationWarning: null },
    cold_storage: { warm: fahrenheit(45) },
  },
  freezer: { ...NO_ROOM, freeze: OFF, cold_storage: { warm: fahrenheit(15) } },
  outdoor: { ...NO_ROOM, freeze: OFF },
  machine: { ...NO_ROOM, freeze: OFF },
  greenhouse: {
    ...NO_ROOM,
    freeze: {
      warning: fahrenheit(36),
      critical: fahrenheit(32),
      vacationWarning: null,
      reopenQuietMs: DAY_MS,
    },
  },
};

/** Hours of the day that must be known before the hourly lows tell how cold a place gets. */
const HOURS_KNOWN_MIN = 12;
/** A heated room doesn't get colder than this. */
const ROOM_CELSIUS = 10;
/** A cold corner alerts at this many K below its lowest of the week; with too few days known, at twice as many. */
const COLDER_BY = { warning: 1.5, critical: 3, daysSure: 5, unsureTimes: 2 } as const;
/** The frost limits of a room, in °F. */
const ROOM_LIMITS = { warning: 40, critical: 35 } as const;
const FREEZING = 32;

/** The lows of a week's hours of the day, in °C, without the hours that have none. */
export const knownHours = (floor: PlacedSensor["weekFloor"]): number[] =>
  floor?.celsius.filter((celsius) => celsius !== null) ?? [];

/** Tells if enough hours of the day are known to say what kind of place it is. */
const isWeekKnown = (sensor: PlacedSensor): boolean => knownHours(sensor.weekFloor).length >= HOURS_KNOWN_MIN;

/** Tells if a place may always be cold: too few hours are known, and its place is unknown or a greenhouse. */
export const mayBeAlwaysCold = (sensor: PlacedSensor, device: PlacedDevice): boolean =>
  !isWeekKnown(sensor) && (!isPlaceKnown(sensor, device) || placementOf(sensor, device) === "greenhouse");

/**
 * Returns the frost settings of a cold corner: an unnamed place that has always been cold (such as an appliance or the
 * outdoors), or an unheated greenhouse. It alerts when it gets colder than before, and has no time to freeze. The cost:
 * we miss a pipe there that freezes at the usual cold. A place that was never at 35 °F keeps that as its critical
 * limit; a place that was at 32 °F has none. Null for all other places.
 */
export function coldCorner(sensor: PlacedSensor, device: PlacedDevice): Overrides | null {
  const known = knownHours(sensor.weekFloor);
  if (!isWeekKnown(sensor) || !isColdPlace(sensor, device, known)) return null;
  const lowest = (Math.min(...known) * 9) / 5 + 32;
  const limit = (name: keyof typeof ROOM_LIMITS) => {
    const below = lowest - (colderBy(sensor, name) * 9) / 5;
    const isNeverThere = lowest > ROOM_LIMITS[name];
    return { value: isNeverThere ? ROOM_LIMITS[name] : below, unit: "°F" };
  };
  // A place that froze during its week alerts only once, as colder than usual: a critical alert would ask for the
  // same action.
  const hasFrozen = lowest <= FREEZING;
  return {
    ...NO_ROOM,
    freeze: {
      warning: limit("warning"),
      critical: hasFrozen ? null : limit("critical"),
      vacationWarning: null,
      reopenQuietMs: 60 * DAY_MS,
      remindMs: null,
    },
  };
}

function colderBy({ weekFloor }: PlacedSensor, name: keyof typeof ROOM_LIMITS): number {
  const isSure = (weekFloor?.days ?? 0) >= COLDER_BY.daysSure;
  return COLDER_BY[name] * (isSure ? 1 : COLDER_BY.unsureTimes);
}

/**
 * Returns the settings of an unnamed place whose past shows that it isn't a room: no time to freeze, and rare
 * notifications. Null for all other places.
 */
export function unknownPlace(sensor: PlacedSensor, device: PlacedDevice): Overrides | null {
  const isCool = isWeekKnown(sensor) && Math.min(...knownHours(sensor.weekFloor)) < ROOM_CELSIUS;
  if (!isCool || isPlaceKnown(sensor, device)) return null;
  return { freeze: { reopenQuietMs: 7 * DAY_MS }, time_to_freeze: OFF };
}

function isColdPlace(sensor: PlacedSensor, device: PlacedDevice, known: readonly number[]): boolean {
  if (placementOf(sensor, device) === "greenhouse") return Math.min(...known) <= 0;
  if (isPlaceKnown(sensor, device)) return false;
  const guess = guessOf(sensor, device);
  return Math.max(...known) < ROOM_CELSIUS || (guess !== null && guess.placement !== "machine");
}

/** Returns the overrides of a sensor's settings, in order: the home's, the placement's and the sensor's own. */
export const layersOf = (
  home: { settings: Overrides },
  device: PlacedDevice,
  sensor: PlacedSensor & { settings: Overrides },
): Overrides[] => [home.settings, placementLayer(sensor, device), sensor.settings];

/** True if somebody, or the placement, sets a sensor's frost warning, even to what it is by default. */
export const isFrostLimitSet = (...of: Parameters<typeof layersOf>): boolean =>
  layersOf(...of).some(({ freeze }) => freeze?.warning !== undefined);

/** Returns the effective settings of a sensor for a kind of alert. */
export const sensorSettings = <K extends BuiltInKind>(kind: K, ...of: Parameters<typeof layersOf>) =>
  settingsFor(kind, ...layersOf(...of));

/** Returns the overrides of a sensor's place. An unnamed place counts as a room, unless its past says otherwise. */
function placementLayer(sensor: PlacedSensor, device: PlacedDevice): Overrides {
  const placement = placementOf(sensor, device);
  return coldCorner(sensor, device) ?? unknownPlace(sensor, device) ?? PLACEMENT_DEFAULTS[placement];
}
