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

/**
 * Settings of the kinds that every household has: what `schema/alert-fields.ts` lists, with defaults and
 * bounds.
 */
export type BuiltInSettings = { [K in BuiltInKind]: StoredOf<FieldsOf<K>> };

export type FreezeSettings = BuiltInSettings["freeze"];

export type OutageSettings = BuiltInSettings["outage"];

/** What a household or a sensor sets otherwise. */
export type Overrides = { [K in BuiltInKind]?: Partial<BuiltInSettings[K]> };

/** What every alert is judged by until somebody sets it otherwise. */
export const ALERT_DEFAULTS = Object.fromEntries(
  BUILT_IN_KINDS.map((kind) => [
    kind,
    Object.fromEntries(Object.values(ALERT_FIELDS[kind].fields).map(({ stored, is }) => [stored, is])),
  ]),
) as BuiltInSettings;

/** The defaults with the household's overrides and then the sensor's laid over them. */
export function settingsFor<K extends BuiltInKind>(kind: K, ...overrides: (Overrides | null | undefined)[]) {
  const settings: BuiltInSettings[K] = { ...ALERT_DEFAULTS[kind] };
  for (const layer of overrides) Object.assign(settings, layer?.[kind]);
  return settings;
}

const fahrenheit = (value: number) => ({ value, unit: "°F" });
const percent = (value: number) => ({ value, unit: "%" });

const OFF = { enabled: false } as const;
/** Where nobody lives, damp air and the hours until it freezes mean nothing. */
const NO_ROOM = { humidity: OFF, forecast: { indoorLow: null }, time_to_freeze: OFF } as const;

/**
 * What a placement changes of the defaults, over the home's own settings and below the sensor's.
 * docs/alerts.md has this table, docs/alert-decisions.md the sources of its numbers.
 */
export const PLACEMENT_DEFAULTS: Record<Placement, Overrides> = {
  room: {},
  // A shower is over in an hour; mould needs a day of damp.
  bathroom: { humidity: { high: percent(70), forMs: 6 * HOUR_MS } },
  kitchen: { humidity: { high: percent(70), forMs: 6 * HOUR_MS } },
  pipe: { humidity: OFF },
  unheated: {
    freeze: {
      warning: fahrenheit(33),
      critical: fahrenheit(25),
      vacationWarning: null,
      // It gets as cold as last time every cold week: news is what is colder than its last months, or a new season.
      reopenQuietMs: 60 * DAY_MS,
      worseBy: fahrenheit(8),
      remindMs: DAY_MS,
    },
    humidity: { high: percent(80), forMs: DAY_MS },
    forecast: { indoorLow: fahrenheit(25) },
    // It freezes and thaws with the weather: its limits say enough.
    time_to_freeze: OFF,
  },
  // A fridge that freezes spoils what is in it; it has nothing to do with pipes.
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

/** So many known hours of the day say how cold a place gets, and none of them was as warm as a room. */
const HOURS_KNOWN_MIN = 12;
const ROOM_CELSIUS = 10;
/** News in a cold corner is what is so much colder than it was all week, in K; the first days say less than a week. */
const COLDER_BY = { warning: 1.5, critical: 3, daysSure: 5, unsureTimes: 2 } as const;
/** What a room is warned of, in °F. */
const ROOM_LIMITS = { warning: 40, critical: 35 } as const;
const FREEZING = 32;

const knownHours = ({ weekFloor }: PlacedSensor): number[] =>
  (weekFloor?.celsius ?? []).filter((celsius) => celsius !== null);

/** True if enough hours of its day are known to say what kind of place it is. */
const isWeekKnown = (sensor: PlacedSensor): boolean => knownHours(sensor).length >= HOURS_KNOWN_MIN;

/** It may be a place that is always cold: neither a word nor its hours say what it is, or it is a greenhouse. */
export const mayBeAlwaysCold = (sensor: PlacedSensor, device: PlacedDevice): boolean =>
  !isWeekKnown(sensor) && (!isPlaceKnown(sensor, device) || placementOf(sensor, device) === "greenhouse");

/**
 * The frost alarm of a place that nobody has named and that has been cold for as long as it is known (an appliance,
 * the outdoors, a corner that is always cold), and of a greenhouse that nobody heats. It alerts once it gets colder
 * than before, and there is no prediction of hours left. The cost: a pipe in there that freezes at a cold that is
 * usual for the place. A place that has not been at 35 °F keeps that as its critical limit; one that has been at 32
 * °F has none. Null for all others.
 */
export function coldCorner(sensor: PlacedSensor, device: PlacedDevice): Overrides | null {
  const known = knownHours(sensor);
  if (!isWeekKnown(sensor) || !isColdPlace(sensor, device, known)) return null;
  const lowest = (Math.min(...known) * 9) / 5 + 32;
  const limit = (name: keyof typeof ROOM_LIMITS) => {
    const below = lowest - (colderBy(sensor, name) * 9) / 5;
    const isNeverThere = lowest > ROOM_LIMITS[name];
    return { value: isNeverThere ? ROOM_LIMITS[name] : below, unit: "°F" };
  };
  // A place that froze during its week is notified once, as colder than usual: a second message would ask for
  // nothing else.
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
 * Its past says that it isn't a room, and nobody has said what it is: no prediction of hours left, and rare
 * notifications.
 */
export function unknownPlace(sensor: PlacedSensor, device: PlacedDevice): Overrides | null {
  const isCool = isWeekKnown(sensor) && Math.min(...knownHours(sensor)) < ROOM_CELSIUS;
  if (!isCool || isPlaceKnown(sensor, device)) return null;
  return { freeze: { reopenQuietMs: 7 * DAY_MS }, time_to_freeze: OFF };
}

function isColdPlace(sensor: PlacedSensor, device: PlacedDevice, known: readonly number[]): boolean {
  if (placementOf(sensor, device) === "greenhouse") return Math.min(...known) <= 0;
  if (isPlaceKnown(sensor, device)) return false;
  const guess = guessOf(sensor, device);
  return Math.max(...known) < ROOM_CELSIUS || (guess !== null && guess.placement !== "machine");
}

/** What a sensor's settings are made of, from the lowest up, above the defaults: its home's, its place's and its own. */
export const layersOf = (
  home: { settings: Overrides },
  device: PlacedDevice,
  sensor: PlacedSensor & { settings: Overrides },
): Overrides[] => [home.settings, placementLayer(sensor, device), sensor.settings];

/** What a sensor is judged by. */
export const sensorSettings = <K extends BuiltInKind>(kind: K, ...of: Parameters<typeof layersOf>) =>
  settingsFor(kind, ...layersOf(...of));

/**
 * What a sensor's place changes of the defaults. A corner that nobody has named counts as a room, and keeps what its
 * cold has taught.
 */
function placementLayer(sensor: PlacedSensor, device: PlacedDevice): Overrides {
  const placement = placementOf(sensor, device);
  return coldCorner(sensor, device) ?? unknownPlace(sensor, device) ?? PLACEMENT_DEFAULTS[placement];
}
