import type { Placement } from "../../../schema/vocabulary.ts";
import { CLIMATES } from "./climate.ts";
import { type StoryDevice, WARM_UP_HOURS } from "./home.ts";
import { between, odd, type Space } from "./spaces.ts";
import { leaky, type Tale } from "./tale.ts";
import type { Builder, Draft } from "./worlds.ts";

const DAY = 24;
const from = WARM_UP_HOURS + 20;
const { continental, alpine, nordic, maritime } = CLIMATES;

const quiet =
  (tale: (b: Builder) => Omit<Draft, "from" | "to" | "isQuiet">): Tale =>
  (b) => ({ ...tale(b), from: 0, to: 14 * DAY, isQuiet: true });
const danger =
  (tale: (b: Builder) => Omit<Draft, "from" | "to" | "isQuiet"> & { hours?: number }): Tale =>
  (b) => {
    const { hours = 60, ...draft } = tale(b);
    return { ...draft, from, to: from + hours, isQuiet: false };
  };
const off = (_: unknown, hours: number) => Number(hours < from);
const clockOf = (hours: number) => hours % 24;

export const leakAt = (b: Builder, name: string, says: (hours: number) => number): StoryDevice => ({
  ...leaky(b, says),
  name,
});
const humid = (b: Builder, name: string, placement: Placement, says: (hours: number) => number) =>
  b.device(
    name,
    odd(placement, () => 20),
    {},
    { label: "Humidity", kind: "humidity", unit: "%", says },
  );

/** Its sensors are somewhere else from one hour to another. */
const carried = (device: StoryDevice, to: Space, from: number, until = Number.POSITIVE_INFINITY) => ({
  ...device,
  sensors: device.sensors.map((sensor) => ({
    ...sensor,
    disturbed: (h: number) => (h > from && h < until ? to.celsius - sensor.place.celsius : 0),
  })),
});

/** Kinds of homes and faults that no rule was written for. */
export const STRANGE: Record<string, Tale> = {
  "heated by schedule, warm weekends first": quiet((b) => {
    const wanted = (h: number) => {
      const day = Math.floor(h / 24) % 7;
      const clock = clockOf(h);
      if (day < 2) return clock < 7 ? 17 : 20.5;
      return (clock > 6 && clock < 8) || (clock > 16.5 && clock < 22) ? 20.5 : 15;
    };
    return {
      climate: continental,
      devices: [b.room(0, { wanted, tauHours: 22 }), b.room(1, { wanted, tauHours: 22 })],
    };
  }),
  "sensor moved to the garage": quiet((b) => {
    const garage = b.crawl(5, 0.6);
    const room = carried(b.room(1), garage, 150);
    return { climate: continental, devices: [b.room(0), room, b.device("Garage", garage)] };
  }),
  "sensor outdoors for a day": quiet((b) => {
    const air = odd("outdoor", (_, outdoors) => outdoors);
    const room = carried(b.room(1), air, 250, 274);
    return { climate: continental, devices: [b.room(0), room, b.device("Outdoor", air)] };
  }),
  "garage in a thaw": quiet((b) => ({
    climate: { mean: 0, swing: 5, massHours: 30, wander: 4 },
    devices: [b.room(0), b.device("Garage", b.crawl(3, 0.75)), b.device("Shed", b.crawl(1, 0.9))],
  })),
  "heat pump that defrosts": quiet((b) => ({
    climate: { ...continental, mean: -3 },
    devices: [
      b.room(0, { setback: 0 }, {}, { disturbed: (h) => (h % 1.5 < 0.25 ? -3.5 : 0) }),
      b.room(1, { setback: 0 }, {}, { disturbed: (h) => (h % 1.5 < 0.25 ? -2 : 0) }),
    ],
    heating: (_, h) => Number(h % 1.5 >= 0.25),
  })),
  "power flickers": quiet((b) => {
    const isOn = (h: number) => Number(h % 7 >= 0.2);
    const mains = { label: "Power", kind: "power", unit: null, says: isOn } as const;
    const cupboard = odd("room", () => 19);
    const devices = [b.room(0), b.room(1), b.device("Mains", cupboard, {}, mains)];
    return { climate: continental, devices, heating: (_, h) => isOn(h) };
  }),
  "battery that dies in the cold": quiet((b) => {
    const garage = b.crawl(2, 0.8);
    return {
      climate: continental,
      devices: [
        b.room(0),
        {
          ...b.device("Garage", garage, { everyMinutes: 15 }),
          isHeard: (h: number) => garage.celsius > -1.5 || Math.floor(h * 4) % 9 === 0,
        },
      ],
    };
  }),
  "showers and a humidifier": quiet((b) => ({
    climate: maritime,
    devices: [
      humid(b, "Bathroom", "bathroom", (h) => Math.round(50 + 40 * Math.exp(-((h * 3) % 24) / 6))),
      humid(b, "Living room", "room", (h) => Math.round(59 + 4 * Math.sin(h / 3))),
      humid(b, "Bedroom", "room", (h) => Math.round(58 + 7 * Math.cos(h / 3.82))),
    ],
  })),
  "freezer and fridge die slowly": quiet((b) => ({
    climate: maritime,
    devices: [
      b.device(
        "Freezer",
        odd("freezer", (h) => Math.min(18, -19 + Math.max(0, h - 200) * 0.35)),
        { everyMinutes: 15 },
      ),
      b.device(
        "Fridge",
        odd("fridge", (h) => Math.min(18, 4 + Math.max(0, h - 200) * 0.15 + Math.sin(h * 6))),
        { everyMinutes: 15 },
      ),
    ],
  })),
  "every 6 h in bursts": quiet((b) => ({
    climate: continental,
    devices: [b.room(0, {}, { burstMinutes: 360 }), b.room(1, {}, { burstMinutes: 360 })],
  })),
  "damp every morning": quiet((b) => ({
    climate: maritime,
    devices: [
      b.room(0),
      leaky(b, (h) => Number(clockOf(h) > 6 && clockOf(h) < 6.5 + (Math.floor(h / 24) % 3) * 0.1)),
    ],
  })),
  "damp on two days of three": quiet((b) => ({
    climate: maritime,
    devices: [
      b.room(0),
      leaky(b, (h) => Number(Math.floor(h / 24) % 3 < 2 && clockOf(h) > 19 && clockOf(h) < 19.4)),
    ],
  })),
  "cabin with a stove, near freezing": quiet((b) => ({
    climate: nordic,
    devices: [b.room(0, { stove: { every: 12, burns: 6 }, setback: 0, tauHours: 16, setpoint: 17 })],
  })),
  "stove lit at random": quiet((b) => {
    const lit = Array.from({ length: 400 }, () => b.chance.isHit(0.5));
    return {
      climate: alpine,
      devices: [b.room(0, { setback: 0, tauHours: 24 }), b.room(1, { setback: 0, tauHours: 18 })],
      heating: (_, h) => Number(lit[Math.floor(h / 6)]) * 1.4,
    };
  }),
  "a room closed off": quiet((b) => ({
    climate: { ...continental, swing: 7 },
    devices: [
      b.room(0),
      b.device(
        "Guest room",
        between(b.chance, { placement: "room", coupling: 0.5, lagHours: 8, own: 13, isGuarded: true }),
      ),
    ],
  })),
  "unnamed cellar, attic, shed": quiet((b) => ({
    climate: continental,
    devices: [
      b.room(0),
      b.device("1", b.crawl(9, 0.4)),
      b.device("2", b.crawl(7, 0.8)),
      b.device("3", b.crawl(2, 0.95)),
    ],
  })),
  "two leaks at once": danger((b) => ({
    climate: maritime,
    devices: [
      b.room(0),
      leakAt(b, "Washer", (h) => Number(h > from + 5)),
      leakAt(b, "Boiler", (h) => Number(h > from + 5.2)),
      leakAt(b, "Sink", (h) => Number(h > from + 6)),
    ],
  })),
  "drips for days": danger((b) => ({
    climate: maritime,
    devices: [b.room(0), leakAt(b, "Sink", (h) => Number(h > from + 5 && h % 0.5 < 0.17))],
    hours: 96,
  })),
  "burst, habitually damp": danger((b) => ({
    climate: maritime,
    devices: [
      b.room(0),
      leakAt(b, "Sink", (h) => Number((clockOf(h) > 6 && clockOf(h) < 6.5) || h > from + 30)),
    ],
    hours: 96,
  })),
  "dies on the first night": (b) => ({
    climate: continental,
    devices: [b.room(0), b.room(1)],
    heating: (_, h) => Number(h < 20),
    from: 0,
    to: 70,
    isQuiet: false,
  }),
  "dies, one room has a heater of its own": danger((b) => {
    const devices = [b.room(0), b.room(1), b.room(2)];
    const own = devices[2]?.sensors[0]?.place;
    return { climate: continental, devices, heating: (space, h) => (space === own ? 1 : Number(h < from)) };
  }),
  "dies, sends every 6 h in bursts": danger((b) => ({
    climate: continental,
    devices: [b.room(0, {}, { burstMinutes: 360 }), b.room(1, {}, { burstMinutes: 360 })],
    heating: off,
  })),
  "gives half in a cold snap": danger((b) => ({
    climate: { ...continental, mean: -13 },
    devices: [b.room(0, { tauHours: 24 }), b.room(1, { tauHours: 24 })],
    heating: (_, h) => (h < from ? 1 : 0.45),
    hours: 96,
  })),
  "dies in a slow warm week": danger((b) => ({
    climate: { mean: 3, swing: 3, massHours: 60, wander: 3 },
    devices: [b.room(0, { tauHours: 70 }), b.room(1, { tauHours: 70 })],
    heating: off,
    hours: 140,
  })),
  "short cycles, then dies": danger((b) => ({
    climate: continental,
    devices: [b.room(0), b.room(1)],
    heating: (_, h) => Number(h < from || (h < from + 40 && h % 4 < 1)),
    hours: 90,
  })),
  "garage with a pipe freezes": danger((b) => ({
    climate: { ...continental, mean: -6, swing: 6 },
    devices: [
      b.room(0),
      b.device(
        "Garage pipe",
        between(b.chance, { placement: "pipe", coupling: 0.45, lagHours: 6, own: 20, isGuarded: true }),
      ),
    ],
    heating: (space, h) => (space.placement === "pipe" ? Number(h < from) : 1),
    hours: 96,
  })),
  "locks out for the third time in a week": danger((b) => ({
    climate: { ...continental, mean: -9 },
    devices: [b.room(0, { tauHours: 30 }), b.room(1, { tauHours: 30 })],
    heating: (_, h) => Number(h < from || (h < from + 150 && (h - from) % 75 > 32)),
    hours: 200,
  })),
  "two sensors drip for days": danger((b) => ({
    climate: maritime,
    devices: [
      b.room(0),
      leakAt(b, "Sink", (h) => Number(h > from + 5 && h % 0.5 < 0.17)),
      leakAt(b, "Floor", (h) => Number(h > from + 9 && h % 0.8 < 0.25)),
    ],
    hours: 96,
  })),
  "drips for days, sends every hour": danger((b) => ({
    climate: maritime,
    devices: [
      b.room(0),
      { ...leakAt(b, "Sink", (h) => Number(h > from + 5 && (h * 7.3) % 1 < 0.34)), everyMinutes: 60 },
    ],
    hours: 96,
  })),
  "an air conditioner drips by day": quiet((b) => ({
    climate: maritime,
    devices: [
      b.room(0),
      leaky(b, (h) => Number(h > 30 && clockOf(h) > 9 && clockOf(h) < 21 && h % 0.4 < 0.17)),
    ],
  })),
};
