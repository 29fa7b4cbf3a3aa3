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

/** The relative distance of a band from an edge, because unit conversions don't hit an edge exactly. */
const MARGIN = 1e-6;

type Edge = Quantity | null;

/**
 * Part of a body's stored form, so that deadbands of another release don't apply. Raise it when a rule reads
 * something new, or reads something differently; changed settings are noticed without it.
 */
export const DEADBAND_REVISION = 8;

/**
 * The values at which a rule's verdict may change while nothing is open; between two neighbors it is the same. A new
 * kind adds its own. One edge too many costs nothing, one too few is a missed alert.
 */
const KIND_EDGES: { [K in SensorAlert]: (settings: BuiltInSettings[K]) => Edge[] } = {
  freeze: ({ warning, critical, vacationWarning }) => [warning, critical, vacationWarning],
  humidity: ({ high, low }) => [high, low],
  cold_storage: ({ warm }) => [warm],
  leak: () => [{ value: 0, unit: null }],
};

/** Temperatures that are treated differently: cold spaces, and values that a probe without a measurement sends. */
const TEMPERATURE_EDGES: Edge[] = [{ value: COLD_BELOW_CELSIUS, unit: "°C" }, ...EMPTY_EDGES];

/** A value above this edge settles a unit that nobody has given: no bare number above it is in °C. */
const unitEdges = (sensor: SensorFacts): Edge[] =>
  hasAssumedUnit(sensor) ? [{ value: BARE_CELSIUS_MAX, unit: sensor.unit }] : [];

/** A sensor named after a fridge or freezer may be inside it or beside it: its readings decide. */
function placementEdges(sensor: PlacedSensor, device: PlacedDevice): Edge[] {
  const named = guessByName(sensor, device)?.placement;
  if (named !== "fridge" && named !== "freezer") return [];
  return INSIDE_CELSIUS[named].map((value) => ({ value, unit: "°C" }));
}

/** A range in the sensor's own unit, both ends included. Its values change nothing while nothing else changes. */
export type Band = { low: number; high: number };

/** Half of what a temperature may change at once, so that a step within the band is never doubted. */
const REACH: Quantity = { value: 6, unit: "°C" };

/**
 * Returns the range around the newest reading in which readings need no evaluation; null if each needs one. It
 * follows from the rules: none of them has anything to do for this reading, none of their states is pending, and up
 * to the next edge their verdict is the same.
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

/** Returns bands for the sensors that have none stored and can have one, in values as the device sends them. */
export function bandsToKeep(facts: IngestFacts, now: Moment): PlacedBand[] {
  const known = facts.device.deadbandLow ?? [];
  return facts.sensors.flatMap((sensor) => {
    const { position } = sensor;
    if (position === undefined || (known[position - 1] ?? null) !== null) return [];
    const band = deadband(facts, sensor, now);
    return band === null ? [] : [{ position, ...meantSpan(sensor, band) }];
  });
}

/** True if nothing is open or pending: otherwise the next reading, or time alone, may change a state. */
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

/** Returns the edges in the sensor's unit; null if one can't be expressed in that unit. */
function edgesOf(facts: IngestFacts, sensor: SensorFacts, now: Moment): number[] | null {
  const kinds = (KINDS_OF[sensor.kind] ?? []).flatMap((kind) => kindEdges(kind, facts, sensor));
  const rules = rulesOf(facts.rules, sensor.id).map(({ settings }) => settings.limit);
  const presence = isOnVacation(facts.household.quiet, now) ? vacationRule(sensor.kind) : null;
  const placed = placementEdges(sensor, facts.device);
  const temperature =
    sensor.kind === "temperature" ? [...TEMPERATURE_EDGES, ...unitEdges(sensor), ...placed] : placed;
  const low = weekLow(facts.device, sensor);
  const usual = [...floorsOf(facts.device, sensor), ...(low === null ? [] : [low - COLDER_BY])];
  const floors = usual.map((celsius) => ({ value: celsius, unit: "°C" }));
  const all = [...kinds, ...rules, presence?.limit ?? null, ...temperature, ...floors];
  const bounds = all.filter((edge) => edge !== null).map((edge) => valueIn(edge, sensor.unit));
  const edges = bounds.filter((edge) => edge !== null);
  // A broken probe sends 0, in whatever unit.
  return edges.length < bounds.length ? null : [...edges, 0];
}

const kindEdges = <K extends SensorAlert>(kind: K, { household, device }: IngestFacts, sensor: SensorFacts) =>
  KIND_EDGES[kind](sensorSettings(kind, household, device, sensor));

function reachOf({ kind, unit }: SensorFacts): number {
  return kind === "temperature" ? differenceIn(REACH, unit) : Number.POSITIVE_INFINITY;
}

function between(edges: readonly number[], value: number, reach: number): Band | null {
  // A value on an edge may stand for itself alone: a leak sensor sends 1 for wet and 0 for dry.
  if (edges.includes(value)) return { low: value, high: value };
  let [low, high] = [value - reach, value + reach];
  for (const edge of edges) {
    const margin = MARGIN * Math.max(1, Math.abs(edge));
    if (edge <= value) low = Math.max(low, edge + margin);
    if (edge >= value) high = Math.min(high, edge - margin);
  }
  return low <= value && value <= high ? { low, high } : null;
}
