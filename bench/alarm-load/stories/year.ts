import { leaky, type Tale } from "./tale.ts";
import type { Builder, Draft } from "./worlds.ts";

const DAY = 24;
const YEAR = 365 * DAY;
const from = 8 * DAY;
/** A year around 8 °C. */
const TEMPERATE = { mean: 8, swing: 4.5, massHours: 55, wander: 3.5 };
const SEASON_KELVIN = 13;

/** Open by day from May to September, and on every ninth winter morning. */
const WINDOWS = Array.from({ length: 365 }, (_, day) => day).flatMap((day) => {
  if (day > 120 && day < 270) return [{ from: day * DAY + 9, to: day * DAY + 19, exchange: 0.25 }];
  return day % 9 === 4 ? [{ from: day * DAY + 7, to: day * DAY + 7.4, exchange: 0.25 }] : [];
});

const within = (hours: number, [first, last]: readonly [number, number]): boolean =>
  hours >= first && hours < last;

/** A boiler stops in a January night and on a day in December, and somebody repairs it. */
const FAILURES = [
  [16 * DAY + 1, 17 * DAY + 6],
  [345 * DAY + 15, 347 * DAY + 10],
] as const;
const POWER_CUT = [40 * DAY + 3, 40 * DAY + 21] as const;
const AWAY = { from: 50 * DAY, to: 59 * DAY, celsius: 13 };

const year =
  (tale: (build: Builder) => Omit<Draft, "from" | "to" | "isQuiet" | "climate">): Tale =>
  (build) => ({
    climate: TEMPERATE,
    seasonKelvin: SEASON_KELVIN,
    from,
    to: YEAR,
    isQuiet: true,
    ...tale(build),
  });

/** Homes over a whole year: winter, holidays, windows and summer, and what breaks in some of them. */
export const YEARS: Record<string, Tale> = {
  "year: a house, nothing breaks": year((b) => ({
    devices: [
      b.room(0, { windows: WINDOWS, turnedDown: AWAY }),
      b.room(1, { turnedDown: AWAY }),
      b.room(2, { sun: 12 }),
    ],
  })),
  "year: the boiler stops twice": year((b) => ({
    devices: [b.room(0, { windows: WINDOWS }), b.room(1)],
    heating: (_, hours) => Number(!FAILURES.some((span) => within(hours, span))),
  })),
  "year: crawl space, leak sensor, a power cut": year((b) => ({
    devices: [
      b.room(0, { windows: WINDOWS }, { silent: { from: POWER_CUT[0], to: POWER_CUT[1] } }),
      b.device("Crawl space", b.crawl(), { silent: { from: POWER_CUT[0], to: POWER_CUT[1] } }),
      leaky(b, (hours) => Number(within(hours, [200 * DAY, 200 * DAY + 5]))),
    ],
    heating: (_, hours) => Number(!within(hours, POWER_CUT)),
  })),
  "year: a cabin, warm at weekends": year((b) => ({
    devices: [
      b.room(0, {
        tauHours: 22,
        wanted: (hours) => (Math.floor(hours / DAY) % 7 > 4 ? 20 : 9),
      }),
    ],
    heating: (_, hours) => Number(!FAILURES.some((span) => within(hours, span))),
  })),
};
