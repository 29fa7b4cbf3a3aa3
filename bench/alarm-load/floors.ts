import type { TickDevice, TickSensor } from "../../lib/alerts/facts.ts";
import { floorToKeep, type WeekFloor, weekFloorOf } from "../../lib/alerts/heating/falling.ts";
import { frostWarningOf, weekGuess } from "../../lib/devices/placement/guesses.ts";
import { type PlacementGuess, placementOf } from "../../lib/devices/placement/placement.ts";
import { convert } from "../../lib/kernel/units.ts";
import { HOUR_MS } from "./weather.ts";

const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** What the daily job learns of each thermometer: the coldest of each hour of its last week, and of earlier days. */
export class Floors {
  readonly #lows = new Map<string, Map<number, number>>();
  readonly #days = new Map<string, Map<number, number>>();

  note({ id, kind, unit }: TickSensor, value: number, now: number): void {
    const celsius = kind === "temperature" && unit !== null ? convert(value, unit, "°C") : null;
    if (celsius === null) return;
    const lows = this.#lows.get(id) ?? new Map<number, number>();
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
    lows.set(hour, Math.min(lows.get(hour) ?? celsius, celsius));
    this.#lows.set(id, lows);
    const days = this.#days.get(id) ?? new Map<number, number>();
    const day = Math.floor(now / DAY_MS);
    days.set(day, Math.min(days.get(day) ?? celsius, celsius));
    this.#days.set(id, days);
  }

  /** `coldSpans`: when the heating was suspected to be off. */
  learn(
    sensor: TickSensor,
    device: TickDevice["device"],
    coldSpans: { from: number; to: number }[],
    now: number,
  ): WeekFloor | null {
    const { id, weekFloor } = sensor;
    const lows = this.#lows.get(id);
    if (lows === undefined) return null;
    for (const hour of lows.keys()) if (hour < now - WEEK_MS) lows.delete(hour);
    const week = weekFloorOf(
      [...lows].map(([at, celsius]) => ({ at, celsius })),
      coldSpans,
    );
    const { frostWarning: _, ...floor } = floorToKeep(weekFloor ?? null, week, coldSpans);
    const warning = placementOf(sensor, device) === "unheated" ? this.#frostWarning(id) : null;
    return warning === null ? floor : { ...floor, frostWarning: warning };
  }

  /** Where its last week says that it is, as the same job asks. */
  guess({ id }: TickSensor): PlacementGuess | null {
    return weekGuess([...(this.#lows.get(id) ?? [])].map(([at, celsius]) => ({ at, celsius })));
  }

  #frostWarning(id: string): number | null {
    const days = [...(this.#days.get(id) ?? [])];
    return frostWarningOf(days.map(([day, celsius]) => ({ day, fahrenheit: (celsius * 9) / 5 + 32 })));
  }
}
