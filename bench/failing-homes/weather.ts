import { seeded } from "../table.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** When every story begins. */
export const START = Date.UTC(2027, 0, 4);

/** What a forecast holds. */
export const PAST_AND_AHEAD_HOURS = { past: 48, ahead: 72 } as const;

/** Degrees Celsius, m/s and 0 to 1 of a clear noon's sun; by minutes from `START`. */
export type Weather = {
  outdoor: (minute: number) => number;
  wind: (minute: number) => number;
  sun: (minute: number) => number;
  /** Hourly, two days back and three ahead, as a forecast of that moment knows it. */
  forecastAt: (now: number) => { at: number; celsius: number }[];
};

type Climate = {
  meanC: number;
  /** Standard deviation of the days' means, and how many hours they last. */
  swingC: number;
  swingHours: number;
  dailyC: number;
  /** Kelvin that it is colder from an hour on. */
  snap: { atHour: number; byC: number; overHours: number } | null;
};

/** Days that follow one another by chance, warmer by day and in the sun. */
export function weatherOf(chance: Chance, hours: number, climate: Climate): Weather {
  const keep = Math.exp(-1 / climate.swingHours);
  const fresh = Math.sqrt(1 - keep * keep);
  const table = { swing: [0], cloud: [0.5], wind: [3] };
  let [swing, cloud, wind] = [chance.normal(), chance.normal(), chance.normal()];
  for (let hour = 0; hour <= hours + 1; hour += 1) {
    swing = swing * keep + fresh * chance.normal();
    cloud = cloud * 0.9 + 0.44 * chance.normal();
    wind = wind * 0.93 + 0.37 * chance.normal();
    table.swing[hour] = swing * climate.swingC;
    table.cloud[hour] = 1 / (1 + Math.exp(-1.6 * cloud));
    table.wind[hour] = Math.max(0, 3.5 + 2.5 * wind);
  }
  const at = (values: number[], minute: number): number => {
    const [hour, part] = [Math.floor(minute / 60), (minute % 60) / 60];
    const before = values[Math.min(Math.max(hour, 0), values.length - 1)] ?? 0;
    return before + part * ((values[Math.min(Math.max(hour + 1, 0), values.length - 1)] ?? before) - before);
  };
  const snapC = (hour: number): number => {
    if (climate.snap === null) return 0;
    const { atHour, byC, overHours } = climate.snap;
    return byC / (1 + Math.exp(-(hour - atHour) / (overHours / 6)));
  };
  const outdoor = (minute: number): number => {
    const hour = minute / 60;
    const daily = climate.dailyC * (1 - 0.7 * at(table.cloud, minute));
    return (
      climate.meanC +
      at(table.swing, minute) -
      snapC(hour) +
      daily * Math.sin((2 * Math.PI * (hour - 9)) / 24)
    );
  };
  const sun = (minute: number): number => {
    const hour = (minute / 60) % 24;
    const height = Math.sin((Math.PI * (hour - 7.5)) / 9);
    return hour > 7.5 && hour < 16.5 ? Math.max(0, height) * (1 - at(table.cloud, minute)) : 0;
  };
  return {
    outdoor,
    sun,
    wind: (minute) => at(table.wind, minute),
    forecastAt: forecastOf(chance, outdoor),
  };
}

const { past: PAST_HOURS, ahead: AHEAD_HOURS } = PAST_AND_AHEAD_HOURS;

/**
 * Off by a bias of its place, and the more the further ahead; the error of one hour is much that of the next.
 */
export function forecastOf(chance: Chance, outdoor: (minute: number) => number): Weather["forecastAt"] {
  const bias = 0.9 * chance.normal();
  const drift = [chance.normal(), chance.normal(), chance.normal()];
  return (now) => {
    const first = Math.floor(now / HOUR_MS) * HOUR_MS - PAST_HOURS * HOUR_MS;
    return Array.from({ length: PAST_HOURS + AHEAD_HOURS + 1 }, (_, index) => {
      const at = first + index * HOUR_MS;
      const ahead = Math.max(0, (at - now) / HOUR_MS);
      const day = (now - START) / HOUR_MS / 24;
      const wander =
        Math.sin(2.1 * day + 3 * (drift[0] ?? 0)) + 0.5 * Math.sin(0.7 * day + 5 * (drift[1] ?? 0));
      return { at, celsius: outdoor((at - START) / 60_000) + bias + wander * 2 * Math.sqrt(ahead / 72) };
    });
  };
}

/** A home's own random numbers: the same seed is the same home. */
export type Chance = {
  uniform: () => number;
  /** Standard normal. */
  normal: () => number;
  between: (low: number, high: number) => number;
  /** Evenly in the logarithm. */
  around: (low: number, high: number) => number;
  pick: <T>(choices: readonly T[]) => T;
};

export function chanceOf(seed: number): Chance {
  const uniform = seeded((Math.imul(seed + 1, 0x9e3779b1) >>> 0) | 1);
  for (let warm = 0; warm < 20; warm += 1) uniform();
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform());
  const between = (low: number, high: number) => low + (high - low) * uniform();
  return {
    uniform,
    normal,
    between,
    around: (low, high) => Math.exp(between(Math.log(low), Math.log(high))),
    pick: (choices) => {
      const chosen = choices[Math.floor(uniform() * choices.length)];
      if (chosen === undefined) throw new Error("nothing to pick from");
      return chosen;
    },
  };
}
