import { type BuiltInSettings, sensorSettings } from "../../devices/alert-settings.ts";
import {
  guessByName,
  INSIDE_CELSIUS,
  type PlacedDevice,
  type PlacedSensor,
} from "../../devices/placement/placement.ts";
import { meantSpan } from "../../devices/sensor.ts";
import type { Moment } from "../../kernel/time.ts";
import { BARE_CELSIUS_MAX } from "../../kernel/units.ts";
import type { Quantity } from "../../language/reason.ts";
import { readEpisodeState } from "../episode.ts";
import type { IngestFacts, RuleFacts, SensorFacts, StateFacts } from "../facts.ts";
import { floorsOf, weekLow } from "../heating/heated-rooms.ts";
import { COLD_BELOW_CELSIUS, judgePost, KINDS_OF, leavesToTick, type SensorAlert } from "../judge-sensors.ts";
import { COLDER_BY, vacationRule, vacationSubject } from "../kinds/thresholds.ts";
import { isOnVacation } from "../quiet/quiet.ts";
import { differenceIn, valueIn } from "../sensor-input.ts";
import { EMPTY_EDGES, hasAssumedUnit } from "../sensor-truth.ts";

/** Kept between a band and an edge: conversions do not hit an edge exactly. */
const MARGIN = 1e-6;

type Edge = Quantity | null;

/**
 * Part of every body's form, so that deadbands of another release don't apply. Raise it when a rule reads something
 * new, or reads something differently; changed settings are noticed without it.
 */
export const DEADBAND_REVISION = 7;

/**
 * The values at which the verdict of a rule may change while nothing is open: between two neighbours it is
 * the same. A new kind says its own here; one edge too many costs nothing, one too few is a missed alert.
 */
const KIND_EDGES: { [K in SensorAlert]: (settings: BuiltInSettings[K]) => Edge[] } = {
  freeze: ({ warning, critical, vacationWarning }) => [warning, critical, vacationWarning],
  humidity: ({ high, low }) => [high, low],
  cold_storage: ({ warm }) => [warm],
  leak: () => [{ value: 0, unit: null }],
};

/** Names the temperatures that are treated differently: cold spaces, and values that no probe measures. */
const TEMPERATURE_EDGES: Edge[] = [{ value: COLD_BELOW_CELSIUS, unit: "°C" }, ...EMPTY_EDGES];

/** Crossing it settles a unit that nobody has said: no bare number above it is °C. */
const unitEdges = (sensor: SensorFacts): Edge[] =>
  hasAssumedUnit(sensor) ? [{ value: BARE_CELSIUS_MAX, unit: sensor.unit }] : [];

/** Readings tell a fridge from a kitchen if its name doesn't. */
function placementEdges(sensor: PlacedSensor, device: PlacedDevice): Edge[] {
  const named = guessByName(sensor, device)?.placement;
  if (named !== "fridge" && named !== "freezer") return [];
  return INSIDE_CELSIUS[named].map((value) => ({ value, unit: "°C" }));
}

/** Values in the sensor's own unit, both ends included, that move nothing while nothing else changes. */
export type Band = { low: number; high: number };

/** Half of what a temperature may change at once, so that a step within the band is never doubted. */
const REACH: Quantity = { value: 6, unit: "°C" };

/**
 * Where the sensor's readings need not be judged, around its newest reading; null where each has to be.
 * Derived from the rules themselves: they find nothing to do for this reading, no state of theirs is waiting
 * for anything, and up to the next edge their verdict is the same.
 */
export function deadband(facts: IngestFacts, sensor: SensorFacts, now: Moment): Band | null {
  const { value } = sensor;
  if (value === null || sensor.faultyAt !== null || !isSettled(facts, sensor)) return null;
  const alone = { ...facts, sensors: [sensor] };
  if (judgePost(alone, now).length > 0 || leavesToTick(alone, now)) return null;
  const edges = edgesOf(facts, sensor, now);
  return edges === null ? null : between(edges, value, reachOf(sensor));
}

type PlacedBand = Band & { position: number };

/** The bands of those sensors that have none yet, as far as they can have one, of values as they are sent. */
export function bandsToKeep(facts: IngestFacts, now: Moment): PlacedBand[] {
  const known = facts.device.deadbandLow ?? [];
  return facts.sensors.flatMap((sensor) => {
    const { position } = sensor;
    if (position === undefined || (known[position - 1] ?? null) !== null) return [];
    const band = deadband(facts, sensor, now);
    return band === null ? [] : [{ position, ...meantSpan(sensor, band) }];
  });
}

/** Nothing is open, pending or doubted: what is may move with the next reading, or with time. */
function isSettled({ states, rules }: IngestFacts, { id }: SensorFacts): boolean {
  const subjects = new Set([id, vacationSubject(id), ...rulesOf(rules, id).map((rule) => rule.id)]);
  return states.filter(({ subject }) => subjects.has(subject)).every(isAtRest);
}

function isAtRest({ state }: StateFacts): boolean {
  const { open, pendingSince, closing, foundCold = null } = readEpisodeState(state);
  return !open && [foundCold, pendingSince, closing].every((part) => part === null);
}

const rulesOf = (rules: readonly RuleFacts[], sensorId: string): RuleFacts[] =>
  rules.filter((rule) => rule.sensorId === sensorId);

/** A value in the sensor's unit; null if it can't be expressed in that unit. */
function edgesOf(facts: IngestFacts, sensor: SensorFacts, now: Moment): number[] | null {
  const kinds = (KINDS_OF[sensor.kind] ?? []).flatMap((kind) => kindEdges(kind, facts, sensor));
  const rules = rulesOf(facts.rules, sensor.id).map(({ settings }) => settings.limit);
  const presence = isOnVacation(facts.household.quiet, now) ? vacationRule(sensor.kind) : null;
  const placed = placementEdges(sensor, facts.device);
  const temperature =
    sensor.kind === "temperature" ? [...TEMPERATURE_EDGES, ...unitEdges(sensor), ...placed] : placed;
  const low = weekLow(facts.device, sensor);
  const usual = [...floorsOf(facts.device, sensor, now), ...(low === null ? [] : [low - COLDER_BY])];
  const floors = usual.map((celsius) => ({ value: celsius, unit: "°C" }));
  const all = [...kinds, ...rules, presence?.limit ?? null, ...temperature, ...floors];
  const bounds = all.filter((edge) => edge !== null).map((edge) => valueIn(edge, sensor.unit));
  const edges = bounds.filter((edge) => edge !== null);
  // Nothing at all is what a broken probe says, in whatever unit.
  return edges.length < bounds.length ? null : [...edges, 0];
}

const kindEdges = <K extends SensorAlert>(kind: K, { household, device }: IngestFacts, sensor: SensorFacts) =>
  KIND_EDGES[kind](sensorSettings(kind, household, device, sensor));

function reachOf({ kind, unit }: SensorFacts): number {
  return kind === "temperature" ? differenceIn(REACH, unit) : Number.POSITIVE_INFINITY;
}

function between(edges: readonly number[], value: number, reach: number): Band | null {
  // On an edge the value may be the only one of its kind: wet is 1, and dry 0.
  if (edges.includes(value)) return { low: value, high: value };
  let [low, high] = [value - reach, value + reach];
  for (const edge of edges) {
    const margin = MARGIN * Math.max(1, Math.abs(edge));
    if (edge <= value) low = Math.max(low, edge + margin);
    if (edge >= value) high = Math.min(high, edge - margin);
  }
  return low <= value && value <= high ? { low, high } : null;
}
