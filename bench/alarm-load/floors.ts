import type { Span, TickSensor, WeekFloor } from "../../lib/alerts/facts.ts";
import { floorToKeep, usualOf, weekFloorOf } from "../../lib/alerts/heating/heated-rooms.ts";
import { type HourLow, weekGuess } from "../../lib/devices/placement/guesses.ts";
import type { PlacementGuess } from "../../lib/devices/placement/placement.ts";
import { convert } from "../../lib/kernel/units.ts";
import { HOUR_MS } from "./weather.ts";

const WEEK_MS = 7 * 24 * HOUR_MS;

/** What the daily job learns of each thermometer: the coldest of each hour of its last week. */
export class Floors {
  readonly #lows = new Map<string, Map<number, number>>();

  readonly #since = new Map<string, number>();

  /** When it first said something. */
  knownSince({ id }: TickSensor): number {
    return this.#since.get(id) ?? Number.POSITIVE_INFINITY;
  }

  note({ id, kind, unit }: TickSensor, value: number, now: number): void {
    if (!this.#since.has(id)) this.#since.set(id, now);
    const celsius = kind === "temperature" && unit !== null ? convert(value, unit, "°C") : null;
    if (celsius === null) return;
    const lows = this.#lows.get(id) ?? new Map<number, number>();
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
    lows.set(hour, Math.min(lows.get(hour) ?? celsius, celsius));
    this.#lows.set(id, lows);
  }

  /** `coldSpans`: when the heating was suspected to be off, or the place colder than it should be. */
  learn(sensor: TickSensor, coldSpans: readonly Span[], now: number): WeekFloor | null {
    const { id, weekFloor } = sensor;
    const lows = this.#lows.get(id);
    if (lows === undefined) return null;
    for (const hour of lows.keys()) if (hour < now - WEEK_MS) lows.delete(hour);
    return floorToKeep(weekFloor ?? null, weekFloorOf(this.#usual(sensor, coldSpans)), coldSpans);
  }

  #usual({ id }: TickSensor, coldSpans: readonly Span[]): HourLow[] {
    const lows = [...(this.#lows.get(id) ?? [])].map(([at, celsius]) => ({ at, celsius }));
    return usualOf(lows, coldSpans);
  }

  /** Where its last week says that it is, as the same job asks. */
  guess(sensor: TickSensor, coldSpans: readonly Span[]): PlacementGuess | null {
    const before = coldSpans.length > 0 ? (sensor.placementGuess ?? null) : null;
    return weekGuess(this.#usual(sensor, coldSpans)) ?? before;
  }
}
