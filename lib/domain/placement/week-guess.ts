import type { Placement } from "../../../schema/vocabulary.ts";
import type { HourLow } from "../alerts/heating/week-floor.ts";
import { median } from "../median.ts";
import { DAY_MS } from "../time.ts";
import type { PlacementGuess } from "./placement.ts";

/** So many hours and days of a week say where a thermometer is. */
const ENOUGH = { hours: 100, days: 5 } as const;
/** A week without its most unusual hours: a defrosting, a door, a stove. */
const USUAL = { low: 0.05, high: 0.95 } as const;

const FREEZER = { most: -9, spread: 8 } as const;
const FRIDGE = { least: -1, most: 8, spread: 4 } as const;
/** Day and night differ so much outdoors, in K, and it is a cool place at times. */
const OUTDOOR = { swing: 7, least: 10 } as const;
const UNHEATED_MOST = 12;

/**
 * What a week of hourly lows says of a place whose name says nothing. It is only ever proposed: each of these
 * takes the frost alarm of a room away, or moves it, and a cold week may also be a heating that failed.
 */
export function weekGuess(lows: readonly HourLow[]): PlacementGuess | null {
  const days = Map.groupBy(lows, ({ at }) => Math.floor(at / DAY_MS));
  if (lows.length < ENOUGH.hours || days.size < ENOUGH.days) return null;
  const sorted = lows.map(({ celsius }) => celsius).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const [least, most] = [at(USUAL.low), at(USUAL.high)];
  const swing = median([...days.values()].map(rangeOf));
  const found = placeOf(least, most, swing);
  return found === null ? null : { placement: found, reason: REASONS[found], isApplied: false };
}

type Seen = Extract<Placement, "freezer" | "fridge" | "outdoor" | "unheated">;

const REASONS: Record<Seen, string> = {
  freezer: "It was as cold as a freezer all week",
  fridge: "It was as cold and as steady as a fridge all week",
  outdoor: "It got much colder each night than by day, as it does outdoors",
  unheated: "It was never as warm as a heated room all week",
};

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
