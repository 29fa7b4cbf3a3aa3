import type { Placement, SensorKind } from "../../../schema/vocabulary.ts";
import { convert } from "../units.ts";
import { nameGuess, namesRoom } from "./name-guess.ts";

/** A sensor's likely place, and why. A guess that is not applied waits for its owner's yes. */
export type PlacementGuess = { placement: Placement; reason: string; isApplied: boolean };

/** The part of a sensor that says where it is. */
export type PlacedSensor = {
  label: string;
  kind: SensorKind;
  unit: string | null;
  value: number | null;
  placement?: Placement | null;
  placementGuess?: PlacementGuess | null;
  /** What its place's past frosts said of its warning, in °F: `frostWarningOf`; absent where they said nothing. */
  weekFloor?: { frostWarning?: number; celsius?: readonly (number | null)[] } | null;
};

export type PlacedDevice = { name: string; space: string };

/** The kinds of sensors whose rules depend on where they are. */
export const PLACED_KINDS: readonly SensorKind[] = ["temperature", "humidity"];

/** Whether anybody has said where it is: its owner, or a name. */
export const isPlaceKnown = (sensor: PlacedSensor, device: PlacedDevice): boolean =>
  (sensor.placement ?? null) !== null ||
  guessByName(sensor, device)?.isApplied === true ||
  namesRoom([sensor.label, device.name, device.space]);

/** What counts: the owner's word, then a guess that could be applied, else a room. */
export function placementOf(sensor: PlacedSensor, device: PlacedDevice): Placement {
  if (sensor.placement !== null && sensor.placement !== undefined) return sensor.placement;
  const guess = guessOf(sensor, device);
  return guess?.isApplied === true ? guess.placement : "room";
}

/**
 * The name that it has now. What readings said of that name once still counts; for another name it does not.
 * Where no name says anything, its week may have: `weekGuess`.
 */
export function guessOf(sensor: PlacedSensor, device: PlacedDevice): PlacementGuess | null {
  const guess = guessByName(sensor, device);
  const kept = sensor.placementGuess ?? null;
  if (guess === null) return kept?.isApplied === false ? kept : null;
  return kept?.isApplied === true && kept.placement === guess.placement ? kept : guess;
}

/**
 * Guesses by the names of the sensor, its device and its space, and by the latest reading where names do not
 * tell.
 */
export function guessByName(sensor: PlacedSensor, { name, space }: PlacedDevice): PlacementGuess | null {
  if (!PLACED_KINDS.includes(sensor.kind)) return null;
  const guess = nameGuess([sensor.label, name, space]);
  if (guess === null) return null;
  const reason = `It is called "${guess.name}"`;
  switch (guess.placement) {
    case "freezer":
    case "fridge":
      return byReading(sensor, guess.placement, reason);
    case "outdoor":
      // Outdoors no alert is left: only a name that can mean nothing else is enough.
      return { placement: "outdoor", reason, isApplied: guess.isWhole };
    default:
      // All of these warn before anything freezes.
      return { placement: guess.placement, reason, isApplied: true };
  }
}

/** A thermometer that reads this in °C, under such a name, is inside the appliance. */
export const INSIDE_CELSIUS = { freezer: [-45, -6], fridge: [-2, 10] } as const;

function byReading(
  { kind, value, unit }: PlacedSensor,
  placement: "freezer" | "fridge",
  reason: string,
): PlacementGuess {
  if (kind === "humidity") return { placement, reason, isApplied: true };
  const celsius = value === null || unit === null ? null : convert(value, unit, "°C");
  const [low, high] = INSIDE_CELSIUS[placement];
  const isInside = celsius !== null && celsius >= low && celsius <= high;
  return isInside
    ? { placement, reason: `${reason} and is as cold as one`, isApplied: true }
    : { placement, reason, isApplied: false };
}
