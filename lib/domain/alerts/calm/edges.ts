import { BARE_CELSIUS_MAX } from "../../ingest/bare-celsius.ts";
import {
  guessByName,
  INSIDE_CELSIUS,
  type PlacedDevice,
  type PlacedSensor,
} from "../../placement/placement.ts";
import { hasAssumedUnit } from "../assumed-unit.ts";
import type { Quantity } from "../evidence.ts";
import type { SensorFacts } from "../facts.ts";
import type { SensorAlert } from "../judge-sensors.ts";
import { COLD_BELOW_CELSIUS } from "../needs-series.ts";
import { EMPTY_EDGES } from "../sensor-truth.ts";
import type { BuiltInSettings, RuleSettings } from "../settings.ts";

type Edge = Quantity | null;

/**
 * Part of every body's shape, so that bands which another release has derived are void. Raise it when a rule
 * looks at something new, or at something otherwise; settings that are merely set otherwise are noticed
 * without it.
 */
export const CALM_REVISION = 2;

/**
 * The values at which the verdict of a rule may change while nothing is open: between two neighbours it is
 * the same. A new kind says its own here; one edge too many costs nothing, one too few is a missed alert.
 */
export const KIND_EDGES: { [K in SensorAlert]: (settings: BuiltInSettings[K]) => Edge[] } = {
  freeze: ({ warning, critical, vacationWarning }) => [warning, critical, vacationWarning],
  humidity: ({ high, low }) => [high, low],
  cold_storage: ({ warm }) => [warm],
  leak: () => [{ value: 0, unit: null }],
};

export const ruleEdges = ({ limit }: RuleSettings): Edge[] => [limit];

/** Tells which temperatures are looked at otherwise: cold spaces, and values that no probe measures. */
export const TEMPERATURE_EDGES: Edge[] = [{ value: COLD_BELOW_CELSIUS, unit: "°C" }, ...EMPTY_EDGES];

/** Crossing it settles a unit that nobody has said: no bare number above it is °C. */
export const unitEdges = (sensor: SensorFacts): Edge[] =>
  hasAssumedUnit(sensor) ? [{ value: BARE_CELSIUS_MAX, unit: sensor.unit }] : [];

/** A fridge is told from a kitchen by what it reads: where its name leaves that open. */
export function placementEdges(sensor: PlacedSensor, device: PlacedDevice): Edge[] {
  const named = guessByName(sensor, device)?.placement;
  if (named !== "fridge" && named !== "freezer") return [];
  return INSIDE_CELSIUS[named].map((value) => ({ value, unit: "°C" }));
}
