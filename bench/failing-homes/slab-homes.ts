import { anySensor, postsOf, type Room, type Story, sensorName } from "./story.ts";
import {
  type Chance,
  chanceOf,
  HOUR_MS,
  MINUTE_MS,
  PAST_AND_AHEAD_HOURS,
  START,
  type Weather,
} from "./weather.ts";

/**
 * A third physics, for rules that two have been looked at for: rooms that share their heat through doors, a floor that
 * is the radiator and holds most of it, a heat pump that gives less in frost and pauses to defrost, somebody who lights
 * a stove, air masses that change at once, and a forecast that has them come too early or too late.
 */
const SLAB_LAWS = ["floor slab", "convectors", "log house"] as const;
type Law = (typeof SLAB_LAWS)[number];

const FAILS_AFTER_DAYS = 9;
const AHEAD_DAYS_MAX = 9;
const WINTER_DAYS = 120;

/** Heat capacities relative to a room's air and furniture (1); conductances an hour. */
type House = {
  law: Law;
  floor: number;
  walls: number;
  floorToAir: number;
  wallToAir: number;
  wallLoss: number;
  windowLoss: number;
  windLoss: number;
  ground: number;
  /** Between two rooms that are neighbors. */
  doors: number;
  south: number;
  /** What the heat pump gives each room at -5 °C, in K an hour. */
  power: number;
  /** The hours at which it is set back, and by how much. */
  setC: number;
  setback: { fromHour: number; toHour: number; by: number };
  /** A stove that is lit on this share of the evenings. */
  stoveShare: number;
};

const LAWS: Record<Law, { floor: [number, number]; walls: [number, number]; loss: [number, number] }> = {
  "floor slab": { floor: [2, 4], walls: [0.5, 2], loss: [0.08, 0.2] },
  convectors: { floor: [0.3, 0.8], walls: [0.5, 2.5], loss: [0.06, 0.16] },
  "log house": { floor: [0.4, 1], walls: [2, 4], loss: [0.1, 0.22] },
};

function houseOf(chance: Chance): House {
  const law = chance.pick(SLAB_LAWS);
  const { floor, walls, loss } = LAWS[law];
  const total = chance.between(...loss);
  const wallShare = chance.between(0.35, 0.65);
  return {
    law,
    floor: chance.between(...floor),
    walls: chance.between(...walls),
    floorToAir: chance.between(0.8, 1.6),
    wallToAir: total * wallShare * 8,
    wallLoss: total * wallShare,
    windowLoss: total * (1 - wallShare),
    windLoss: total * chance.between(0.01, 0.05),
    ground: total * chance.between(0.02, 0.1),
    doors: total * chance.between(0.5, 4),
    south: total * chance.between(0, 8),
    power: total * chance.between(30, 52),
    setC: chance.between(18.5, 22),
    setback: chance.pick([
      { fromHour: 0, toHour: 0, by: 0 },
      { fromHour: 8, toHour: 15, by: 2 },
      { fromHour: 21, toHour: 29, by: 3 },
    ]),
    stoveShare: chance.pick([0, 0, 0.3]),
  };
}

/** One air mass, then at once another; calm clear nights are colder. */
function weatherOf(
  chance: Chance,
  hours: number,
  meanC: number,
  cold: { atHour: number; byC: number },
): Weather {
  const changes: { at: number; celsius: number; clear: number; wind: number }[] = [];
  for (let at = -60; at < hours + 100; at += chance.around(14, 110))
    changes.push({
      at,
      celsius: 4.5 * chance.normal(),
      clear: chance.uniform(),
      wind: chance.between(0.5, 8),
    });
  const massAt = (hour: number) => {
    let index = changes.length - 1;
    while (index > 0 && (changes[index]?.at ?? 0) > hour) index -= 1;
    return index;
  };
  const outdoorBy = (late: number) => {
    const cache = new Map<number, number>();
    let [at, held] = [-60, 0];
    // The ground gives an air mass its own temperature back over some hours.
    for (; at <= hours + 96; at += 1) {
      const mass = changes[massAt(at - late)];
      const snap = at - late > cold.atHour ? cold.byC : 0;
      held += ((mass?.celsius ?? 0) - snap - held) / 3;
      const daily = (1.5 + 5 * (mass?.clear ?? 0.5)) * Math.sin((2 * Math.PI * (at - 9.5)) / 24);
      cache.set(at, meanC + held + daily);
    }
    return (minute: number): number => {
      const hour = minute / 60;
      const whole = Math.floor(hour);
      const [before, after] = [cache.get(whole) ?? meanC, cache.get(whole + 1) ?? meanC];
      return before + (hour - whole) * (after - before);
    };
  };
  const outdoor = outdoorBy(0);
  // A front that is foreseen for the evening may come at noon or at midnight: the further ahead, the less sure.
  const late = chance.pick([-5, -2, 0, 3, 6]);
  const foreseen = outdoorBy(late);
  const bias = 0.8 * chance.normal();
  return {
    outdoor,
    sun: (minute) => {
      const hour = (minute / 60) % 24;
      const clear = changes[massAt(minute / 60)]?.clear ?? 0.5;
      return hour > 8.2 && hour < 15.8 ? clear * Math.sin((Math.PI * (hour - 8.2)) / 7.6) : 0;
    },
    wind: (minute) => {
      const mass = changes[massAt(minute / 60)]?.wind ?? 3;
      return Math.max(0, mass * (1 + 0.4 * Math.sin(minute / 97)));
    },
    forecastAt: (now) => {
      const first = Math.floor(now / HOUR_MS) * HOUR_MS - PAST_AND_AHEAD_HOURS.past * HOUR_MS;
      const count = PAST_AND_AHEAD_HOURS.past + PAST_AND_AHEAD_HOURS.ahead + 1;
      return Array.from({ length: count }, (_, index) => {
        const at = first + index * HOUR_MS;
        const minute = (at - START) / MINUTE_MS;
        const ahead = Math.max(0, (at - now) / HOUR_MS);
        const unsure = Math.min(1, ahead / 48);
        return { at, celsius: bias + (1 - unsure) * outdoor(minute) + unsure * foreseen(minute) };
      });
    },
  };
}

/** What each room has beside the house: how much wind and sun meet it, and its share of the stove. */
const ROOMS = [
  { windows: 1, south: 1.6, stove: 1 },
  { windows: 1.2, south: 0, stove: 0.2 },
  { windows: 0.85, south: 0.6, stove: 0.3 },
] as const;

type RoomNow = { air: number; floor: number; wall: number; guests: number };

const isSetBack = ({ setback: { fromHour, toHour } }: House, hour: number): boolean =>
  (hour >= fromHour && hour < toHour) || hour + 24 < toHour;

function airsOf(
  house: House,
  weather: Weather,
  minutes: number,
  failsAt: number | null,
  chance: Chance,
): Float32Array[] {
  const airs = ROOMS.map(() => new Float32Array(minutes));
  const { setC } = house;
  const rooms = ROOMS.map((): RoomNow => ({ air: setC, floor: setC + 3, wall: setC - 4, guests: 0 }));
  let [stove, isLit] = [0, false];
  for (let minute = 0; minute < minutes; minute += 1) {
    const outside = weather.outdoor(minute);
    const hour = (minute / 60) % 24;
    const wanted = setC - (isSetBack(house, hour) ? house.setback.by : 0);
    if (minute % 1_440 === 17 * 60) isLit = chance.uniform() < house.stoveShare;
    stove += ((isLit && hour > 17 && hour < 22 ? house.power * 0.5 : 0) - stove) / 50;
    const isDefrosting = outside < 3 && minute % 75 < 8;
    const most = house.power * Math.min(1.3, Math.max(0.5, 1 + 0.02 * (outside + 5)));
    const isDead = failsAt !== null && minute >= failsAt;
    const mean = rooms.reduce((sum, { air }) => sum + air, 0) / rooms.length;
    const before = rooms.map(({ air }) => air);
    for (const [index, room] of rooms.entries()) {
      const own = ROOMS[index] ?? ROOMS[0];
      const asked =
        isDead || isDefrosting ? 0 : Math.min(most, Math.max(0, (wanted - room.air + 0.4) * house.power));
      if (chance.uniform() < 1 / 1_600) room.guests = house.windowLoss * chance.between(1, 6);
      room.guests *= 1 - 1 / 100;
      const windows = house.windowLoss * own.windows + house.windLoss * weather.wind(minute) * own.windows;
      const isDoor = chance.uniform() < 1 / 1_500;
      const toFloor = house.floorToAir * (room.floor - room.air);
      const toWall = house.wallToAir * (room.air - room.wall);
      const byDoors = house.doors * (mean - (before[index] ?? mean));
      const intoAir = house.law === "floor slab" ? 0 : asked;
      const sun = house.south * own.south * weather.sun(minute);
      const gains = intoAir + sun + room.guests + stove * own.stove + byDoors;
      const airing = isDoor ? 3 * (room.air - outside) : 0;
      room.air += (gains + toFloor - toWall - windows * (room.air - outside) - airing) / 60;
      const intoFloor = house.law === "floor slab" ? asked : 0;
      room.floor += (intoFloor - toFloor - house.ground * (room.floor - 8)) / house.floor / 60;
      room.wall += (toWall - house.wallLoss * (room.wall - outside)) / house.walls / 60;
      const air = airs[index];
      if (air !== undefined) air[minute] = room.air;
    }
  }
  return airs;
}

function storyOf(chance: Chance, weather: Weather, days: number, failsAtHour: number | null): Story {
  const house = houseOf(chance);
  const failsAt = failsAtHour === null ? null : failsAtHour * 60;
  const sensors = ROOMS.map(() => anySensor(chance));
  const rooms = airsOf(house, weather, days * 1_440, failsAt, chance).map((celsius, index): Room => {
    const sensor = sensors[index] ?? anySensor(chance);
    return { celsius, posts: postsOf(celsius, sensor, chance), everyMinutes: sensor.everyMinutes };
  });
  return {
    law: house.law,
    sensor: sensors[0] === undefined ? "" : sensorName(sensors[0]),
    rooms,
    weather,
    failedAt: failsAtHour === null ? null : START + failsAtHour * HOUR_MS,
    explained: [],
    endsAt: START + days * 1_440 * MINUTE_MS,
  };
}

export function failingSlabHome(seed: number): Story {
  const chance = chanceOf(seed + 11_000_000);
  const failsAtHour = Math.round(FAILS_AFTER_DAYS * 24 + chance.between(0, 24));
  const days = FAILS_AFTER_DAYS + AHEAD_DAYS_MAX + 1;
  const cold = { atHour: failsAtHour + chance.between(-12, 36), byC: chance.between(0, 9) };
  return storyOf(chance, weatherOf(chance, days * 24, chance.between(-10, -3), cold), days, failsAtHour);
}

export function healthySlabHome(seed: number): Story {
  const chance = chanceOf(seed + 13_000_000);
  const cold = { atHour: chance.between(20, 100) * 24, byC: chance.between(0, 9) };
  const weather = weatherOf(chance, WINTER_DAYS * 24, chance.between(-5, 5), cold);
  return storyOf(chance, weather, WINTER_DAYS, null);
}
