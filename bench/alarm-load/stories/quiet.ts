import { CLIMATES } from "./climate.ts";
import { ODD } from "./spaces.ts";
import { leaky, type Tale } from "./tale.ts";
import type { Builder, Draft, World } from "./worlds.ts";

const DAY = 24;
const quiet =
  (tale: (build: Builder, world: World) => Omit<Draft, "from" | "to" | "isQuiet">): Tale =>
  (build, world) => ({ ...tale(build, world), from: 0, to: 14 * DAY, isQuiet: true });

const { continental, maritime, alpine, nordic, mild } = CLIMATES;

/** A fortnight in which nothing is wrong, its first days included. */
export const QUIET: Record<string, Tale> = {
  "quiet: setback, continental": quiet((b) => ({
    climate: continental,
    devices: [b.room(0), b.room(1), b.room(2)],
  })),
  "quiet: nordic cold spells": quiet((b) => ({
    climate: nordic,
    devices: [b.room(0, { tauHours: 50 }), b.room(1, { tauHours: 50 })],
  })),
  "quiet: mild and drafty": quiet((b) => ({
    climate: mild,
    devices: [b.room(0, { tauHours: 12 }), b.room(1, { tauHours: 12 })],
  })),
  "quiet: unnamed crawl space": quiet((b, world) => ({
    climate: continental,
    devices: [b.room(0), b.device(world.names.crawl, b.crawl(5, 0.5))],
  })),
  "quiet: named crawl space, no place": quiet((b) => ({
    climate: continental,
    isLocated: false,
    devices: [b.room(0), b.device("Crawl space", b.crawl(6, 0.45))],
  })),
  "quiet: foreign and odd places": quiet((b, world) => ({
    climate: continental,
    devices: [
      b.room(0),
      ...Object.entries(ODD).map(([kind, make]) =>
        b.device(world.names.odd[kind as keyof typeof ODD], make(), { everyMinutes: 15 }),
      ),
    ],
  })),
  "quiet: unnamed odd places": quiet((b) => ({
    climate: alpine,
    devices: [
      b.room(0),
      b.device("A", ODD.freezer(), { everyMinutes: 15 }),
      b.device("B", ODD.greenhouse(), { everyMinutes: 15 }),
      b.device("C", ODD.balcony(), { everyMinutes: 15 }),
    ],
  })),
  "quiet: wood stove": quiet((b) => ({
    climate: alpine,
    devices: [b.room(0, { stove: { every: 8, burns: 4 }, setback: 0, tauHours: 26 })],
  })),
  "quiet: sun and windows": quiet((b) => ({
    climate: alpine,
    devices: [
      b.room(
        0,
        {
          sun: 16,
          windows: [40, 64, 88, 112, 136, 160, 207, 255, 303].map((at) => ({
            from: at,
            to: at + 0.6,
            exchange: 0.4,
          })),
        },
        {},
        { disturbed: (h) => (h % 24 > 10 && h % 24 < 14 ? 6 : 0) },
      ),
      b.room(1),
    ],
  })),
  "quiet: slow and lossy devices": quiet((b) => ({
    climate: continental,
    devices: [
      b.room(0, {}, { everyMinutes: 60, loss: 0.15 }),
      b.room(1, {}, { everyMinutes: 240, loss: 0.1 }),
      b.room(2, {}, { everyMinutes: 10, loss: 0.2 }),
    ],
  })),
  "quiet: condensing leak sensor": quiet((b) => ({
    climate: maritime,
    devices: [b.room(0), leaky(b, (hours) => Number(hours % 4.3 < 0.4 && hours > 30))],
  })),
  "quiet: cool house, 14 degrees": quiet((b) => ({
    climate: continental,
    devices: [
      b.room(0, { setpoint: 14, setback: 3, tauHours: 20 }),
      b.room(1, { setpoint: 13, setback: 2, tauHours: 20 }),
    ],
  })),
  "quiet: trip, turned down": quiet((b) => ({
    climate: continental,
    devices: [0, 1].map((index) => b.room(index, { turnedDown: { from: 200, to: 400, celsius: 13 } })),
  })),
};
