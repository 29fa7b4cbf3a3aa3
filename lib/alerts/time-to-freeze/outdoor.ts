import { DAY_MS, type Moment } from "../../kernel/time.ts";
import { mean, type Point } from "./points.ts";

/**
 * The temperature that a home cools towards, by the hour; in °C. After `constantAfter` it is always the same.
 */
export type Outdoor = { at: (moment: Moment) => number; lowest: number; constantAfter: Moment };

/**
 * An hourly forecast (with the past hours where they are known) as a function of time: straight between two
 * hours, the first before them, the mean of the last day after them.
 */
export function outdoorOf(hours: readonly Point[]): Outdoor | null {
  const sorted = hours.toSorted((a, b) => a.at - b.at);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return null;
  const lastDay = sorted.filter(({ at }) => at > last.at - DAY_MS).map(({ celsius }) => celsius);
  const beyond = mean(lastDay);
  const at = (moment: Moment): number => {
    if (moment <= first.at) return first.celsius;
    return moment >= last.at ? beyond : between(sorted, moment);
  };
  const lowest = Math.min(beyond, ...sorted.map(({ celsius }) => celsius));
  return { at, lowest, constantAfter: last.at };
}

function between(sorted: readonly Point[], moment: Moment): number {
  let [low, high] = [0, sorted.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.at ?? 0) <= moment) low = middle;
    else high = middle;
  }
  const [before, after] = [sorted[low], sorted[high]];
  if (before === undefined || after === undefined) return 0;
  const share = (moment - before.at) / Math.max(1, after.at - before.at);
  return before.celsius + share * (after.celsius - before.celsius);
}
