import { CLIMATES, type ClimateKind } from "./climate.ts";
import { WARM_UP_HOURS } from "./home.ts";
import { between, type Space } from "./spaces.ts";
import { leaky, type Tale } from "./tale.ts";
import type { Builder, Draft, World } from "./worlds.ts";

const AFTER = 60;
const from = WARM_UP_HOURS + 20;
const off =
  (after = from) =>
  (_: Space, hours: number) =>
    Number(hours < after);

const danger =
  (
    tale: (build: Builder, world: World) => Omit<Draft, "from" | "to" | "isQuiet"> & { hours?: number },
  ): Tale =>
  (build, world) => {
    const { hours = AFTER, ...draft } = tale(build, world);
    return { ...draft, from, to: from + hours, isQuiet: false };
  };

const { continental, maritime, alpine, nordic } = CLIMATES;
const maritimeCold: ClimateKind = { ...maritime, mean: -3 };

/** What goes wrong, twenty hours after the days of learning. */
export const DANGERS: Record<string, Tale> = {
  "furnace dies, three rooms": danger((b) => ({
    climate: continental,
    devices: [b.room(0), b.room(1), b.room(2)],
    heating: off(),
  })),
  "furnace dies, a flat": danger((b) => ({
    climate: maritimeCold,
    devices: [b.room(0, { tauHours: 60 }), b.room(1, { tauHours: 60 })],
    heating: off(),
    hours: 96,
  })),
  "cabin, one sensor": danger((b) => ({
    climate: nordic,
    devices: [b.room(0, { tauHours: 14, setback: 0 }, { everyMinutes: 15 })],
    heating: off(),
    hours: 36,
  })),
  "no location": danger((b) => ({
    climate: continental,
    isLocated: false,
    devices: [b.room(0, { tauHours: 22 }), b.room(1, { tauHours: 22 })],
    heating: off(),
  })),
  "stale question, then the furnace": danger((b, world) => {
    const crawl = between(b.chance, { placement: "unheated", coupling: 0.5, lagHours: 10, own: 9 });
    return {
      climate: continental,
      isLocated: false,
      devices: [b.room(0, { tauHours: 20 }), b.device(world.names.crawl, crawl)],
      heating: off(),
    };
  }),
  "one zone of two": danger((b) => {
    const devices = [b.room(0), b.room(1, { tauHours: 22 })];
    const failing = devices[1]?.sensors[0]?.place;
    return {
      climate: continental,
      devices,
      heating: (space, hours) => Number(space !== failing || hours < from),
    };
  }),
  "hourly sensors": danger((b) => ({
    climate: continental,
    devices: [b.room(0, {}, { everyMinutes: 60 }), b.room(1, {}, { everyMinutes: 60 })],
    heating: off(),
  })),
  "holiday home, every 4 hours": danger((b) => ({
    climate: continental,
    devices: [b.room(0, { setpoint: 12, setback: 0, tauHours: 24 }, { everyMinutes: 240 })],
    heating: off(),
    hours: 48,
  })),
  "steps of 1 degree": danger((b) => ({
    climate: continental,
    devices: [
      b.room(0, { tauHours: 26 }, {}, { step: 1, unit: "°C" }),
      b.room(1, { tauHours: 26 }, {}, { step: 1, unit: "°C" }),
    ],
    heating: off(),
  })),
  "sunny sensor": danger((b) => ({
    climate: alpine,
    devices: [
      b.room(0, { sun: 14 }, {}, { disturbed: (h) => (h % 24 > 10 && h % 24 < 14 ? 5 : 0) }),
      b.room(1),
    ],
    heating: off(),
  })),
  "boiler weakens for four days": danger((b) => ({
    climate: continental,
    devices: [b.room(0), b.room(1)],
    heating: (_, hours) => Math.max(0.1, 1 - Math.max(0, hours - from) * (0.9 / 96)),
    hours: 150,
  })),
  "locks out, is reset, locks out": danger((b) => ({
    climate: continental,
    devices: [b.room(0), b.room(1)],
    heating: (_, hours) =>
      Number(
        hours < from || (hours > from + 5 && hours < from + 6) || (hours > from + 13 && hours < from + 14),
      ),
    hours: 72,
  })),
  "turned down for a trip, then off": danger((b) => ({
    climate: continental,
    devices: [
      b.room(0, { turnedDown: { from: from - 72, to: from + 500, celsius: 10 } }),
      b.room(1, { turnedDown: { from: from - 72, to: from + 500, celsius: 10 } }),
    ],
    heating: off(),
    hours: 48,
  })),
  "window over night": danger((b) => ({
    climate: nordic,
    devices: [b.room(0), b.room(1, { windows: [{ from: from + 3, to: from + 14, exchange: 0.18 }] })],
    hours: 30,
  })),
  "pipe in a cold wall": danger((b) => {
    const wall = between(b.chance, {
      placement: "pipe",
      coupling: 0.3,
      lagHours: 5,
      own: 16,
      isGuarded: true,
    });
    const devices = [b.room(0), b.device("Sink wall", wall)];
    return {
      climate: continental,
      devices,
      heating: (space, hours) => Number(space !== wall || hours < from),
    };
  }),
  "unnamed pump house, no heater": danger((b, world) => {
    const pump = between(b.chance, {
      placement: "pipe",
      coupling: 0.45,
      lagHours: 6,
      own: 19,
      isGuarded: true,
    });
    return {
      climate: continental,
      devices: [b.room(0), b.device(`${world.names.crawl} b`, pump)],
      heating: (space, hours) => Number(space !== pump || hours < from),
    };
  }),
  "first days: unnamed and freezing": (b) => ({
    climate: nordic,
    devices: [
      b.device(
        "Sensor 1",
        between(b.chance, { placement: "pipe", coupling: 0.4, lagHours: 5, own: 24, isGuarded: true }),
      ),
    ],
    heating: (_, hours) => Number(hours < 20),
    from: 20,
    to: 60,
    isQuiet: false,
  }),
  "power cut, all silent": danger((b) => ({
    climate: continental,
    devices: [0, 1, 2].map((index) => b.room(index, {}, { silent: { from, to: from + 30 } })),
    heating: (_, hours) => Number(hours < from || hours > from + 30),
    hours: 44,
  })),
  "power cut, sensors on batteries": danger((b) => {
    const rooms = [b.room(0, { tauHours: 22 }), b.room(1, { tauHours: 22 })];
    const place = rooms[0]?.sensors[0]?.place ?? b.crawl();
    const mains = b.device(
      "Mains",
      place,
      {},
      { label: "Power", kind: "power", unit: null, says: (h) => Number(h < from || h > from + 30) },
    );
    return {
      climate: continental,
      devices: [...rooms, mains],
      heating: (_, h) => Number(h < from || h > from + 30),
      hours: 44,
    };
  }),
  "condensing leak, then water": danger((b) => ({
    climate: maritime,
    devices: [b.room(0), leaky(b, (hours) => Number((hours % 5 < 0.4 && hours > 30) || hours > from + 90))],
    hours: 120,
  })),
};
