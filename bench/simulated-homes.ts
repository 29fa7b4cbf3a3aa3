/** Homes whose heating cycles and then fails, as a sensor in them would report it. Own seeded random numbers. */

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const START = Date.UTC(2027, 0, 10);
const HEATED_HOURS = 14;
const DAYS_MAX = 12;

export const WEATHERS = ["constant", "diurnal", "front"] as const;

export type Home = {
  tauHours: number;
  /** Standard deviation of a reading and the step it is rounded to, °F. */
  noise: number;
  step: number;
  weather: (typeof WEATHERS)[number];
  doors: boolean;
  /** Air over heavy walls: cools fast at first, then slowly. */
  mass: boolean;
  everyMinutes: number;
  seed: number;
};

export type Run = {
  readings: { at: number; celsius: number }[];
  failedAt: number;
  /** Whether the room itself has become colder within the hour before. */
  isCoolingAt: (at: number) => boolean;
  /** When the room (not the rounded reading) reaches 0 °C. */
  frozenAt: number | null;
  /** Hourly, a day back and three ahead, as a forecast of that moment: off by a bias of its own. */
  forecastAt: (now: number) => { at: number; celsius: number }[];
};

/** Every combination once; another `firstSeed` is other homes of the same sorts. */
export function scenarios(firstSeed: number): Home[] {
  const homes: Home[] = [];
  for (const tauHours of [10, 20, 40, 80])
    for (const noise of [0, 0.1, 0.3])
      for (const step of [0.1, 0.5])
        for (const weather of WEATHERS)
          for (const doors of [false, true])
            for (const mass of [false, true])
              for (const everyMinutes of [5, 15])
                homes.push({
                  tauHours,
                  noise,
                  step,
                  weather,
                  doors,
                  mass,
                  everyMinutes,
                  seed: homes.length + firstSeed,
                });
  return homes;
}

/** mulberry32: 32 bits of state, even enough for noise. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const celsius = (fahrenheit: number): number => ((fahrenheit - 32) * 5) / 9;

function outdoorOf(home: Home, random: () => number): (at: number) => number {
  const base = 8 + 8 * random();
  const hours = (at: number): number => (at - START) / HOUR_MS;
  switch (home.weather) {
    case "constant":
      return () => celsius(base);
    case "diurnal":
      return (at) => celsius(base + 9 * Math.sin((2 * Math.PI * (hours(at) - 9)) / 24));
    case "front":
      // Thirty degrees colder within twelve hours, at some time after the heating has failed.
      return (at) =>
        celsius(base - 5 + 30 / (1 + Math.exp((hours(at) - HEATED_HOURS - home.tauHours / 4) / 3)));
  }
}

type Room = { air: number; walls: number; heating: boolean };

function minuteLater(room: Room, outside: number, home: Home, hasHeat: boolean): Room {
  const dt = 1 / 60;
  const heating = hasHeat && (room.heating ? room.air < celsius(69) : room.air < celsius(67));
  const heat = heating ? 4 : 0;
  if (!home.mass) {
    const air = room.air + dt * ((outside - room.air) / home.tauHours + heat);
    return { air, walls: air, heating };
  }
  // The walls hold eight times what the air and furniture hold and lose most of the heat through it.
  const exchange = (room.walls - room.air) / 1.5;
  const air = room.air + dt * ((outside - room.air) / (home.tauHours / 9) + exchange + heat);
  const walls = room.walls + dt * (-exchange / 8);
  return { air, walls, heating };
}

/** A door lets the air at the sensor drop by some degrees, which come back within a quarter of an hour. */
const doorDip = (dip: number, random: () => number): number =>
  random() < 1 / 240 ? dip + 1 + 2 * random() : dip * Math.exp(-1 / 8);

export function simulate(home: Home): Run {
  const random = randomOf(home.seed);
  const outdoor = outdoorOf(home, random);
  const failedAt = START + HEATED_HOURS * HOUR_MS;
  const bias = 0.8 * normal(random);
  const readings: Run["readings"] = [];
  const rooms: number[] = [];
  let room: Room = { air: celsius(68), walls: celsius(home.mass ? 64 : 68), heating: false };
  let [dip, frozenAt]: [number, number | null] = [0, null];
  for (let at = START; at < START + DAYS_MAX * 24 * HOUR_MS && frozenAt === null; at += MINUTE_MS) {
    room = minuteLater(room, outdoor(at), home, at < failedAt);
    dip = home.doors ? doorDip(dip, random) : 0;
    rooms.push(room.air);
    if (room.air <= 0) frozenAt = at;
    if ((at - START) % (home.everyMinutes * MINUTE_MS) !== 0) continue;
    const noisy = ((room.air - dip) * 9) / 5 + 32 + home.noise * normal(random);
    readings.push({ at, celsius: celsius(Math.round(noisy / home.step) * home.step) });
  }
  const roomAt = (at: number): number => rooms[Math.round((at - START) / MINUTE_MS)] ?? 0;
  const isCoolingAt = (at: number): boolean => roomAt(at) < roomAt(at - HOUR_MS) - 0.02;
  return { readings, failedAt, frozenAt, forecastAt: forecastOf(outdoor, bias), isCoolingAt };
}

const forecastOf = (outdoor: (at: number) => number, bias: number) => (now: number) =>
  Array.from({ length: 97 }, (_, hour) => {
    const at = Math.floor(now / HOUR_MS) * HOUR_MS + (hour - 24) * HOUR_MS;
    return { at, celsius: outdoor(at) + bias };
  });
