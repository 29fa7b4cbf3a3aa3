import type { TickSensor, WeekFloor } from "../../lib/alerts/facts.ts";
import { floorToKeep, weekFloorOf } from "../../lib/alerts/heating/heated-rooms.ts";
import { weekGuess } from "../../lib/devices/placement/guesses.ts";
import type { PlacementGuess } from "../../lib/devices/placement/placement.ts";
import { convert } from "../../lib/kernel/units.ts";
import { HOUR_MS } from "./weather.ts";

const WEEK_MS = 7 * 24 * HOUR_MS;

/** What the daily job learns of each thermometer: the coldest of each hour of its last week. */
export class Floors {
  readonly #lows = new Map<string, Map<number, number>>();

  note({ id, kind, unit }: TickSensor, value: number, now: number): void {
    const celsius = kind === "temperature" && unit !== null ? convert(value, unit, "°C") : null;
    if (celsius === null) return;
    const lows = this.#lows.get(id) ?? new Map<number, number>();
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
    lows.set(hour, Math.min(lows.get(hour) ?? celsius, celsius));
    this.#lows.set(id, lows);
  }

  /** `coldSpans`: when the heating was suspected to be off. */
  learn(sensor: TickSensor, coldSpans: { from: number; to: number }[], now: number): WeekFloor | null {
    const { id, weekFloor } = sensor;
    const lows = this.#lows.get(id);
    if (lows === undefined) return null;
    for (const hour of lows.keys()) if (hour < now - WEEK_MS) lows.delete(hour);
    const week = weekFloorOf(
      [...lows].map(([at, celsius]) => ({ at, celsius })),
      coldSpans,
    );
    return floorToKeep(weekFloor ?? null, week, coldSpans);
  }

  /** Where its last week says that it is, as the same job asks. */
  guess({ id }: TickSensor): PlacementGuess | null {
    return weekGuess([...(this.#lows.get(id) ?? [])].map(([at, celsius]) => ({ at, celsius })));
  }
}
