import type { Placement } from "../../../schema/vocabulary.ts";
import { DAY_MS, type Moment } from "../../kernel/time.ts";
import type { PlacementReason } from "../../language/words.ts";
import { median } from "../device-status.ts";
import { guessByName, type PlacedDevice, type PlacedSensor, type PlacementGuess } from "./placement.ts";

const UNHEATED_MOST = 12;

/** The coldest reading of an hour. `at`: the beginning of the hour. */
export type HourLow = { at: Moment; celsius: number };

/** A guess to store with its sensor. */
export type KeptGuess = { sensorId: string; guess: PlacementGuess };

type Placed = { device: PlacedDevice; sensors: readonly (PlacedSensor & { id: string })[] };

/** Returns guesses that depend on a cold reading, to store them: a thawing freezer must still count as a freezer. */
export function keptGuesses(devices: readonly Placed[]): KeptGuess[] {
  return devices.flatMap(({ device, sensors }) =>
    sensors.flatMap((sensor) => {
      const guess = guessByName(sensor, device);
      const isSticky = guess?.placement === "freezer" || guess?.placement === "fridge";
      const kept = sensor.placementGuess;
      const isKept = kept?.isApplied === true && kept.placement === guess?.placement;
      if (!guess?.isApplied || !isSticky || isKept) return [];
      return [{ sensorId: sensor.id, guess }];
    }),
  );
}

/** The least hours and days of a week that tell where a thermometer is. */
const ENOUGH = { hours: 100, days: 5 } as const;
/** The quantiles that ignore a week's most unusual hours, such as a defrosting, an open door or a stove. */
const USUAL = { low: 0.05, high: 0.95 } as const;

const FREEZER = { most: -9, spread: 8 } as const;
const FRIDGE = { least: -1, most: 8, spread: 4 } as const;
/** Outdoors, day and night differ by at least `swing` K, and the lowest value is at most `least` °C. */
const OUTDOOR = { swing: 7, least: 10 } as const;

/**
 * Guesses a placement from a week of hourly lows, for a place whose name says nothing. The guess is only a proposal:
 * each of these placements removes or shifts a room's frost alarm, and a cold week may mean that the heating failed.
 */
export function weekGuess(lows: readonly HourLow[]): PlacementGuess | null {
  const days = Map.groupBy(lows, ({ at }) => Math.floor(at / DAY_MS));
  if (lows.length < ENOUGH.hours || days.size < ENOUGH.days) return null;
  const sorted = lows.map(({ celsius }) => celsius).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const [least, most] = [at(USUAL.low), at(USUAL.high)];
  const swing = median([...days.values()].map(rangeOf));
  const found = placeOf(least, most, swing);
  return found === null
    ? null
    : { placement: found, reason: { code: REASONS[found], values: {} }, isApplied: false };
}

type Seen = Extract<Placement, "freezer" | "fridge" | "outdoor" | "unheated">;

const REASONS = {
  freezer: "freezer_cold",
  fridge: "fridge_cold",
  outdoor: "cold_nights",
  unheated: "never_warm",
} as const satisfies Record<Seen, PlacementReason["code"]>;

function placeOf(least: number, most: number, swing: number): Seen | null {
  if (most <= FREEZER.most && most - least <= FREEZER.spread) return "freezer";
  if (least >= FRIDGE.least && most <= FRIDGE.most && most - least <= FRIDGE.spread) return "fridge";
  if (swing >= OUTDOOR.swing && least <= OUTDOOR.least) return "outdoor";
  return most <= UNHEATED_MOST ? "unheated" : null;
}

function rangeOf(lows: readonly HourLow[]): number {
  const celsius = lows.map((low) => low.celsius);
  return Math.max(...celsius) - Math.min(...celsius);
}
