import { seeded } from "../table.ts";

export const HOUR_MS = 3_600_000;
export const QUARTER_MS = 15 * 60_000;
export const START = Date.UTC(2027, 6, 1);
export const YEAR_HOURS = 365 * 24;

/** °F outdoors by hour since the start, from July to July. */
export type Weather = Float64Array;

/** Season, day and night, and a wandering air mass. */
export function smoothWeather(chance: Chance): Weather {
  const [mean, season, daily] = [chance.between(44, 54), chance.between(20, 28), chance.between(5, 10)];
  let mass = 0;
  return Float64Array.from({ length: YEAR_HOURS + 96 }, (_, hour) => {
    mass += -mass / 60 + chance.normal() * 1.3;
    return mean + season * seasonAt(hour) + daily * Math.sin((2 * Math.PI * (hour - 9)) / 24) + mass;
  });
}

/**
 * Fronts instead: days of one air mass, then another within hours; clear nights are colder than cloudy ones.
 */
export function frontWeather(chance: Chance): Weather {
  const [mean, season] = [chance.between(42, 52), chance.between(22, 30)];
  let [mass, wanted, daily] = [0, 0, 6];
  return Float64Array.from({ length: YEAR_HOURS + 96 }, (_, hour) => {
    if (chance.isHit(1 / 80)) {
      wanted = chance.heavy() * 9;
      daily = chance.between(2, 14);
    }
    mass += (wanted - mass) / 7;
    return mean + season * seasonAt(hour) + daily * Math.sin((2 * Math.PI * (hour - 10)) / 24) + mass;
  });
}

/** 1 in July, -1 in January. */
const seasonAt = (hour: number): number => Math.cos((2 * Math.PI * (hour - 14 * 24)) / YEAR_HOURS);

export function weatherAt(weather: Weather, at: number): number {
  const hours = (at - START) / HOUR_MS;
  const hour = Math.floor(hours);
  const [from = 0, to = 0] = [weather[hour], weather[hour + 1]];
  return from + (to - from) * (hours - hour);
}

/** What a forecast said at `now`: a day back and three ahead, with a bias of its own, in °C. */
export function forecastAt(weather: Weather, now: number, bias: number) {
  const first = Math.floor((now - START) / HOUR_MS);
  const hours: { at: number; celsius: number }[] = [];
  for (let hour = Math.max(0, first - 24); hour < first + 72 && hour < weather.length; hour += 1)
    hours.push({ at: START + hour * HOUR_MS, celsius: (((weather[hour] ?? 0) + bias - 32) * 5) / 9 });
  return hours;
}

/** Chance of one home, and the shapes that it comes in. */
export type Chance = ReturnType<typeof chanceOf>;

export function chanceOf(seed: number) {
  const next = seeded(Math.imul(seed, 2_654_435_761) >>> 0 || 1);
  for (let warmUp = 0; warmUp < 8; warmUp += 1) next();
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    normal,
    between: (low: number, high: number): number => low + (high - low) * next(),
    isHit: (probability: number): boolean => next() < probability,
    /** Now and then far out, as real sensors and real weather are. */
    heavy: (): number => normal() * (next() < 0.05 ? 4 : 1),
  };
}
