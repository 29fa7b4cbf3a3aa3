import QuickLRU from "quick-lru";
import type { Placement, SensorKind } from "../../../schema/vocabulary.ts";
import { remembered } from "../../kernel/text.ts";
import { convert } from "../../kernel/units.ts";
import type { PlacementReason } from "../../language/words.ts";
import {
  isAmong,
  isNameUnexplained,
  placeEvidence,
  tokensOf,
  wordsOf,
  wordsOfEach,
} from "./place-evidence.ts";
import words from "./words.json" with { type: "json" };

/** `name`: the name that tells the placement. `isWhole`: it names the outdoors and nothing else. */
type NameGuess = { placement: Placement; name: string; isWhole: boolean };

/** Words for pipes that may freeze. They win over all other words, in any of the names. */
const PIPE = wordsOf(words.pipe);
/** Words for a room, even next to a word for another place: "freezer room", "garage apartment". */
const ROOM = wordsOf(words.room);
type NamedPlace = keyof typeof words.places;
const PLACES = wordsOfEach(words.places);
/** Words that may stand next to "outdoor" in a name that still means only the air outdoors. */
const BESIDE_OUTDOOR = wordsOf(words.besideOutdoor, words.maker);

/** The size of the cache of guesses: an evaluation asks for the same names once for each kind of alert. */
const REMEMBERED_MAX = 2_000;
const guesses = new QuickLRU<string, NameGuess | null>({ maxSize: REMEMBERED_MAX });

/**
 * Guesses the placement from names, the most specific first. A word for a pipe wins wherever it stands, so that no
 * other word removes a pipe's frost alarm.
 */
export function nameGuess(names: readonly string[]): NameGuess | null {
  const all = JSON.stringify(names);
  const known = guesses.get(all);
  if (known !== undefined) return known;
  const guess = guessAnew(names);
  guesses.set(all, guess);
  return guess;
}

function guessAnew(names: readonly string[]): NameGuess | null {
  const spoken = names.map((name) => ({ name, tokens: tokensOf(name) }));
  const pipe = spoken.find(({ tokens }) => tokens.some((token) => isAmong(token, PIPE)));
  if (pipe !== undefined) return { placement: "pipe", name: pipe.name, isWhole: false };
  for (const { name, tokens } of spoken) {
    const placement = placeOf(tokens);
    if (placement === "room") return null;
    if (placement !== null) return { placement, name, isWhole: isAllOutdoor(tokens) };
  }
  return null;
}

/** Returns the place that words name. A room wins over an appliance, and an appliance over where it is. */
function placeOf(tokens: readonly string[]): Placement | "room" | null {
  if (isRoomNamed(tokens)) return placedRoom(tokens) ?? "room";
  const appliance = placeAmong(tokens, ["freezer", "fridge"]);
  if (appliance !== null) return appliance;
  return placeAmong(tokens, ["bathroom", "kitchen", "greenhouse", "unheated", "outdoor"]);
}

/** A "bath room" and a "kitchen floor" keep their damp placement; a "freezer room" is a room. */
const placedRoom = (tokens: readonly string[]): Placement | null =>
  placeAmong(tokens, ["bathroom", "kitchen"]);

const placeAmong = (tokens: readonly string[], wanted: readonly NamedPlace[]): Placement | null =>
  wanted.find((placement) => tokens.some((token) => isAmong(token, PLACES[placement]))) ?? null;

const isRoomNamed = (tokens: readonly string[]): boolean => tokens.some((token) => isAmong(token, ROOM));

/** Tells if a name has a word for a room. */
const namesRoom = remembered((name: string): boolean => isRoomNamed(tokensOf(name)));

const isAllOutdoor = (tokens: readonly string[]): boolean =>
  tokens.every(
    (token) => token.length <= 2 || isAmong(token, PLACES.outdoor) || isAmong(token, BESIDE_OUTDOOR),
  );

/** A sensor's likely placement, and why. A guess that isn't applied is a proposal, which a member may accept. */
export type PlacementGuess = { placement: Placement; reason: PlacementReason; isApplied: boolean };

/** The facts of a sensor that tell its place. */
export type PlacedSensor = {
  label: string;
  kind: SensorKind;
  unit: string | null;
  value: number | null;
  placement?: Placement | null;
  placementGuess?: PlacementGuess | null;
  /** The usual lows of the place by hour of the day, in °C; null or absent if unknown, or if the query didn't ask. */
  weekFloor?: { celsius: readonly (number | null)[]; days: number } | null;
};

export type PlacedDevice = { name: string; space: string };

/** The kinds of sensors whose rules depend on their placement. */
export const PLACED_KINDS: readonly SensorKind[] = ["temperature", "humidity"];

/** Tells if a member or a name tells the place. */
export const isPlaceKnown = (sensor: PlacedSensor, device: PlacedDevice): boolean =>
  (sensor.placement ?? null) !== null ||
  guessOf(sensor, device)?.isApplied === true ||
  (!isUnexplained(sensor, device) && [sensor.label, device.name, device.space].some(namesRoom));

/** Tells if a thermometer's place is unknown: neither a member nor the names of sensor, device and space tell it. */
export const isUnexplained = (sensor: PlacedSensor, { name, space }: PlacedDevice): boolean =>
  sensor.kind === "temperature" &&
  (sensor.placement ?? null) === null &&
  isNameUnexplained(sensor.label, [name, space]);

/** Returns the effective placement: the one that a member has set, else an applied guess, else a room. */
export function placementOf(sensor: PlacedSensor, device: PlacedDevice): Placement {
  if (sensor.placement !== null && sensor.placement !== undefined) return sensor.placement;
  const guess = guessOf(sensor, device);
  return guess?.isApplied === true ? guess.placement : "room";
}

/**
 * Guesses the placement from the current names. A stored guess that readings confirmed counts only for the same
 * placement. If no name tells anything, a stored proposal of `weekGuess` counts.
 */
export function guessOf(sensor: PlacedSensor, device: PlacedDevice): PlacementGuess | null {
  const guess = guessByName(sensor, device);
  const kept = sensor.placementGuess ?? null;
  if (guess === null) return kept?.isApplied === false ? kept : null;
  if (guess.placement === "machine" && !guess.isApplied && kept?.isApplied === false) return kept;
  return kept?.isApplied === true && kept.placement === guess.placement ? kept : guess;
}

/** Guesses by the names of the sensor, its device and its space. A freezer or fridge also needs a cold reading. */
export function guessByName(sensor: PlacedSensor, { name, space }: PlacedDevice): PlacementGuess | null {
  if (!PLACED_KINDS.includes(sensor.kind)) return null;
  const guess = nameGuess([sensor.label, name, space]);
  const ownGuess = sensor.kind === "temperature" ? guessByEvidence(sensor.label, [name, space]) : null;
  if (ownGuess !== null && (ownGuess.isApplied || guess?.placement !== "outdoor")) return ownGuess;
  if (guess === null) return null;
  const reason = { code: "called", values: { name: guess.name } } as const;
  switch (guess.placement) {
    case "freezer":
    case "fridge":
      return byReading(sensor, guess.placement, reason);
    case "outdoor":
      // Outdoors has no alerts at all, so only an unambiguous name is applied.
      return { placement: "outdoor", reason, isApplied: guess.isWhole };
    default:
      // These placements all still warn before anything freezes.
      return { placement: guess.placement, reason, isApplied: true };
  }
}

/** Guesses for a thermometer whose own name shows that it measures no place, wherever its device is; else null. */
function guessByEvidence(label: string, names: readonly string[]): PlacementGuess | null {
  const reason = { code: "called", values: { name: label } } as const;
  const evidence = placeEvidence(label);
  if (evidence === "machine") return { placement: "machine", reason, isApplied: true };
  if (evidence === "weather") return { placement: "outdoor", reason, isApplied: true };
  if (!isNameUnexplained(label, names)) return null;
  return {
    placement: "machine",
    reason: { code: "names_no_place", values: { name: label } },
    isApplied: false,
  };
}

/** The range in °C in which a thermometer of such a name is inside the appliance. */
export const INSIDE_CELSIUS = { freezer: [-45, -6], fridge: [-2, 10] } as const;

function byReading(
  { kind, value, unit }: PlacedSensor,
  placement: "freezer" | "fridge",
  reason: Extract<PlacementReason, { code: "called" }>,
): PlacementGuess {
  if (kind === "humidity") return { placement, reason, isApplied: true };
  const celsius = value === null || unit === null ? null : convert(value, unit, "°C");
  const [low, high] = INSIDE_CELSIUS[placement];
  const isInside = celsius !== null && celsius >= low && celsius <= high;
  return isInside
    ? { placement, reason: { ...reason, code: "called_and_cold" }, isApplied: true }
    : { placement, reason, isApplied: false };
}

/** The placements in which temperatures follow the heating, together with the other rooms. */
export const HEATED_PLACES: readonly Placement[] = ["room", "bathroom", "kitchen"];

/** Tells if a sensor is in a heated room. */
export const isRoom = (sensor: PlacedSensor, device: PlacedDevice): boolean =>
  HEATED_PLACES.includes(placementOf(sensor, device));

const NO_ROOMS: readonly Placement[] = ["freezer", "fridge", "outdoor", "greenhouse", "machine"];

/** Tells if a sensor is in a place that is cold by nature, or may change quickly. */
export const isNoRoom = (sensor: PlacedSensor, device: PlacedDevice): boolean =>
  NO_ROOMS.includes(placementOf(sensor, device));
