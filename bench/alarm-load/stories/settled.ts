import { CLIMATES } from "./climate.ts";
import { odd } from "./spaces.ts";
import { leakAt } from "./strange.ts";
import type { Tale } from "./tale.ts";
import type { Builder, Draft } from "./worlds.ts";

const DAY = 24;
const { continental, maritime } = CLIMATES;

/** The fortnight after one in which its habits could be learned. */
const settled =
  (tale: (b: Builder) => Omit<Draft, "from" | "to" | "isQuiet">): Tale =>
  (b) => ({ ...tale(b), from: 14 * DAY, to: 28 * DAY, isQuiet: true });
/** From when to when something is so that comes now and then, in hours. */
function spells(b: Builder, apart: readonly [number, number], lasting: readonly [number, number]) {
  const all: { from: number; to: number }[] = [];
  for (let from = 20; from < 28 * DAY; from = (all.at(-1)?.to ?? 0) + b.chance.between(...apart))
    all.push({ from, to: from + b.chance.between(...lasting) });
  return (hours: number) => all.some(({ from, to }) => hours >= from && hours < to);
}

/** Homes with habits that alarm, and in which nothing is wrong. */
export const SETTLED: Record<string, Tale> = {
  "settled: a sump pit, wet for hours of each rain": settled((b) => {
    const rains = spells(b, [40, 110], [3, 9]);
    return {
      climate: maritime,
      devices: [b.room(0), leakAt(b, "Sump pit", (h) => Number(rains(h)))],
    };
  }),
  "settled: a home that loses its connection": settled((b) => {
    const gaps = spells(b, [12, 60], [0.9, 4]);
    const isHeard = (h: number) => !gaps(h);
    return { climate: continental, devices: [b.room(0, {}, { isHeard }), b.room(1, {}, { isHeard })] };
  }),
  "settled: a sensor carried outside each week": settled((b) => {
    const air = odd("outdoor", (_, outdoors) => outdoors);
    const room = b.room(1);
    const trips = spells(b, [70, 160], [0.6, 3]);
    const sensors = room.sensors.map((sensor) => ({
      ...sensor,
      disturbed: (h: number) => (trips(h) ? air.celsius - sensor.place.celsius : 0),
    }));
    return { climate: continental, devices: [b.room(0), { ...room, sensors }, b.device("Outdoor", air)] };
  }),
  "settled: a freezer with Saturday's groceries": settled((b) => ({
    climate: continental,
    devices: [
      b.device(
        "Freezer",
        odd("freezer", (h) => {
          const since = (h - 5.5 * DAY + 7 * DAY) % (7 * DAY);
          return -18 + Math.sin(h * 5) + 15 * Math.exp(-since / 2.4);
        }),
        { everyMinutes: 15 },
      ),
    ],
  })),
};
