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

/** `isWhole`: the name speaks of the outdoors and of nothing else. `name` is the one that said it. */
type NameGuess = { placement: Placement; name: string; isWhole: boolean };

/** Water in reach of frost. It wins over whatever else a name says, in any of the names. */
const PIPE = wordsOf(words.pipe);
/** A place of its own inside or beside what the other words name: "freezer room", "garage apartment". */
const ROOM = wordsOf(words.room);
type NamedPlace = keyof typeof words.places;
const PLACES = wordsOfEach(words.places);
/** What a name may say beside "outdoor" and still mean the air outdoors and nothing else. */
const BESIDE_OUTDOOR = wordsOf(words.besideOutdoor, words.maker);

/** Judging a home asks for the same names once for each kind of alert: an instance remembers so many, the newest. */
const REMEMBERED_MAX = 2_000;
const guesses = new QuickLRU<string, NameGuess | null>({ maxSize: REMEMBERED_MAX });

/**
 * What the names say, the most particular first. A word of water wins wherever it stands, so that no other
 * word takes the frost alarm from a pipe.
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

/** The last word that names a place says what it is: a garage freezer is a freezer. */
function placeOf(tokens: readonly string[]): Placement | "room" | null {
  if (isRoomNamed(tokens)) return placedRoom(tokens) ?? "room";
  const appliance = placeAmong(tokens, ["freezer", "fridge"]);
  if (appliance !== null) return appliance;
  return placeAmong(tokens, ["bathroom", "kitchen", "greenhouse", "unheated", "outdoor"]);
}

/** A "bath room" and a "kitchen floor" are still damp; a "freezer room" is a room. */
const placedRoom = (tokens: readonly string[]): Placement | null =>
  placeAmong(tokens, ["bathroom", "kitchen"]);

const placeAmong = (tokens: readonly string[], wanted: readonly NamedPlace[]): Placement | null =>
  wanted.find((placement) => tokens.some((token) => isAmong(token, PLACES[placement]))) ?? null;

const isRoomNamed = (tokens: readonly string[]): boolean => tokens.some((token) => isAmong(token, ROOM));

/** True if a name says that people live there. */
const namesRoom = remembered((name: string): boolean => isRoomNamed(tokensOf(name)));

const isAllOutdoor = (tokens: readonly string[]): boolean =>
  tokens.every(
    (token) => token.length <= 2 || isAmong(token, PLACES.outdoor) || isAmong(token, BESIDE_OUTDOOR),
  );

/** A sensor's likely place, and why. A guess that is not applied waits for its owner's yes. */
export type PlacementGuess = { placement: Placement; reason: PlacementReason; isApplied: boolean };

/** The part of a sensor that says where it is. */
export type PlacedSensor = {
  label: string;
  kind: SensorKind;
  unit: string | null;
  value: number | null;
  placement?: Placement | null;
  placementGuess?: PlacementGuess | null;
  /** The usual temperatures of its place by the hour; null or absent where they are not known, or not asked for. */
  weekFloor?: { celsius: readonly (number | null)[]; days: number } | null;
};

export type PlacedDevice = { name: string; space: string };

/** The kinds of sensors whose rules depend on where they are. */
export const PLACED_KINDS: readonly SensorKind[] = ["temperature", "humidity"];

/** True if its owner or a name says where it is. */
export const isPlaceKnown = (sensor: PlacedSensor, device: PlacedDevice): boolean =>
  (sensor.placement ?? null) !== null ||
  guessOf(sensor, device)?.isApplied === true ||
  (!isUnexplained(sensor, device) && [sensor.label, device.name, device.space].some(namesRoom));

/** True if nothing says that a thermometer watches a place: not its owner, its name, its device's or its space's. */
export const isUnexplained = (sensor: PlacedSensor, { name, space }: PlacedDevice): boolean =>
  sensor.kind === "temperature" &&
  (sensor.placement ?? null) === null &&
  isNameUnexplained(sensor.label, [name, space]);

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
  if (guess.placement === "machine" && !guess.isApplied && kept?.isApplied === false) return kept;
  return kept?.isApplied === true && kept.placement === guess.placement ? kept : guess;
}

/**
 * Guesses by the names of the sensor, its device and its space, and by the latest reading where names do not
 * tell.
 */
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
      // Outdoors no alert is left: only a name that can mean nothing else is enough.
      return { placement: "outdoor", reason, isApplied: guess.isWhole };
    default:
      // All of these warn before anything freezes.
      return { placement: guess.placement, reason, isApplied: true };
  }
}

/** What is no place by its own name, wherever its device is; null for a place. */
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

/** A thermometer that reads this in °C, under such a name, is inside the appliance. */
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

/** Where a thermometer tells of the heating, and moves with the others. */
export const HEATED_PLACES: readonly Placement[] = ["room", "bathroom", "kitchen"];

/** A place that people live in. */
export const isRoom = (sensor: PlacedSensor, device: PlacedDevice): boolean =>
  HEATED_PLACES.includes(placementOf(sensor, device));

const NO_ROOMS: readonly Placement[] = ["freezer", "fridge", "outdoor", "greenhouse", "machine"];

/** A place where it is cold by itself, and where it may change quickly. */
export const isNoRoom = (sensor: PlacedSensor, device: PlacedDevice): boolean =>
  NO_ROOMS.includes(placementOf(sensor, device));
