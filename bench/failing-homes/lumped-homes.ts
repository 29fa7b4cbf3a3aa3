import { anySensor, postsOf, type Room, type Story, sensorName } from "./story.ts";
import { type Chance, chanceOf, HOUR_MS, MINUTE_MS, START, type Weather, weatherOf } from "./weather.ts";

/** The laws by which these homes cool: what holds heat, and what takes it away. */
const LUMPED_LAWS = ["one capacity", "air and walls", "hot radiators", "drafty in wind", "damp air"] as const;
type Law = (typeof LUMPED_LAWS)[number];

/** Per kelvin of the whole: capacities in h, so that a loss of 1 empties a capacity of 1 in an hour. */
type House = {
  law: Law;
  air: number;
  walls: number;
  radiators: number;
  /** Losses of the air and of the walls, and what passes between the two. */
  airLoss: number;
  wallLoss: number;
  exchange: number;
  windLoss: number;
  sunGain: number;
  powerMax: number;
  thermostat: "switching" | "steady";
  setC: number;
  nightC: number;
};

const AHEAD_DAYS_MAX = 9;
const FAILS_AFTER_DAYS = 8;

/** A house of 14 to 100 hours, the heating sized for 35 to 55 K. */
function houseOf(chance: Chance): House {
  const law = chance.pick(LUMPED_LAWS);
  const tau = chance.around(14, 100);
  const airShare = law === "one capacity" ? 1 : chance.between(0.05, 0.2);
  const airLoss = law === "one capacity" ? 1 / tau : chance.between(0.3, 0.7) / tau;
  const setC = chance.between(18.5, 22);
  return {
    law,
    air: airShare,
    walls: 1 - airShare,
    radiators: law === "hot radiators" ? chance.between(0.02, 0.05) : 0,
    airLoss,
    wallLoss: law === "one capacity" ? 0 : 1 / tau - airLoss,
    exchange: law === "one capacity" ? 0 : airShare / chance.between(0.7, 2.5),
    windLoss: law === "drafty in wind" ? 0.12 / tau : 0.02 / tau,
    sunGain: chance.between(1, 10) / tau,
    powerMax: chance.between(35, 55) / tau,
    thermostat: chance.pick(["switching", "steady"] as const),
    setC,
    nightC: setC - chance.pick([0, 0, 2, 4]),
  };
}

type Plan = {
  days: number;
  failsAtHour: number | null;
  /** Somebody turns the heating down for some days. */
  away: { fromHour: number; toHour: number; setC: number } | null;
};

type Now = { air: number; walls: number; radiators: number; isOn: boolean; gain: number; isOpen: number };

function minuteLater(
  now: Now,
  minute: number,
  house: House,
  weather: Weather,
  plan: Plan,
  chance: Chance,
): void {
  const outside = weather.outdoor(minute);
  const hour = minute / 60;
  const isNight = hour % 24 < 6 || hour % 24 > 22;
  const isAway = plan.away !== null && hour >= plan.away.fromHour && hour < plan.away.toHour;
  const wanted = isAway ? (plan.away?.setC ?? 0) : isNight ? house.nightC : house.setC;
  const isDead = plan.failsAtHour !== null && hour >= plan.failsAtHour;
  now.isOn = now.isOn ? now.air < wanted + 0.5 : now.air < wanted - 0.5;
  const share =
    house.thermostat === "switching"
      ? Number(now.isOn)
      : Math.min(1, Math.max(0, (wanted - now.air) * 0.7 + 0.4));
  const heat = isDead ? 0 : share * house.powerMax;
  if (chance.uniform() < 1 / 700) now.gain = chance.between(1, 4) * house.airLoss;
  now.gain *= 1 - 1 / 60;
  if (now.isOpen === 0 && chance.uniform() < 1 / 900) now.isOpen = Math.ceil(chance.between(2, 12));
  now.isOpen = Math.max(0, now.isOpen - 1);
  const draft = house.windLoss * weather.wind(minute) + (now.isOpen > 0 ? 6 * house.airLoss : 0);
  const given = house.radiators > 0 ? (now.radiators - now.air) * (house.radiators / 0.7) : heat;
  if (house.radiators > 0) now.radiators += (heat - given) / house.radiators / 60;
  const toWalls = house.exchange * (now.air - now.walls);
  // Damp air gives off heat as it condenses: near the dew point it holds half as much again.
  const capacity = house.law === "damp air" && now.air < 8 ? house.air * 1.5 : house.air;
  const sun = house.sunGain * weather.sun(minute);
  const flow = given + sun + now.gain - (house.airLoss + draft) * (now.air - outside) - toWalls;
  now.air += flow / capacity / 60;
  if (house.walls > 0) now.walls += (toWalls - house.wallLoss * (now.walls - outside)) / house.walls / 60;
}

function roomOf(house: House, weather: Weather, plan: Plan, chance: Chance): Room & { sensor: string } {
  const sensor = anySensor(chance);
  const air = new Float32Array(plan.days * 24 * 60);
  const now: Now = {
    air: house.setC,
    walls: house.setC - 3,
    radiators: house.setC + 15,
    isOn: false,
    gain: 0,
    isOpen: 0,
  };
  for (let minute = 0; minute < air.length; minute += 1) {
    minuteLater(now, minute, house, weather, plan, chance);
    air[minute] = now.air;
  }
  return {
    celsius: air,
    posts: postsOf(air, sensor, chance),
    everyMinutes: sensor.everyMinutes,
    sensor: sensorName(sensor),
  };
}

/** The second room: the same house on its other side. */
const otherSide = (house: House, chance: Chance): House => {
  const factor = chance.between(0.8, 1.25);
  return {
    ...house,
    airLoss: house.airLoss * factor,
    sunGain: house.sunGain * chance.between(0, 1.5),
    powerMax: house.powerMax * factor,
  };
};

function storyOf(chance: Chance, house: House, weather: Weather, plan: Plan): Story {
  const rooms = [
    roomOf(house, weather, plan, chance),
    roomOf(otherSide(house, chance), weather, plan, chance),
  ];
  const { away, failsAtHour } = plan;
  return {
    law: house.law,
    sensor: rooms[0]?.sensor ?? "",
    rooms,
    weather,
    failedAt: failsAtHour === null ? null : START + failsAtHour * HOUR_MS,
    explained:
      away === null
        ? []
        : [{ from: START + away.fromHour * HOUR_MS, to: START + (away.toHour + 12) * HOUR_MS }],
    endsAt: START + plan.days * 24 * 60 * MINUTE_MS,
  };
}

/** A week of living in it, then the heating fails, often as it gets colder. */
export function failingHome(seed: number): Story {
  const chance = chanceOf(seed);
  const house = houseOf(chance);
  const failsAtHour = Math.round(FAILS_AFTER_DAYS * 24 + chance.between(0, 24));
  const days = FAILS_AFTER_DAYS + AHEAD_DAYS_MAX + 1;
  const snap =
    chance.uniform() < 0.6
      ? {
          atHour: failsAtHour + chance.between(-6, 30),
          byC: chance.between(5, 12),
          overHours: chance.between(6, 24),
        }
      : null;
  const climate = {
    meanC: chance.between(-11, -3),
    swingC: 2.5,
    swingHours: 40,
    dailyC: chance.between(2, 6),
    snap,
  };
  return storyOf(chance, house, weatherOf(chance, days * 24, climate), { days, failsAtHour, away: null });
}

/** A whole winter in which the heating works; once somebody turns it down for some days. */
export function healthyHome(seed: number): Story {
  const chance = chanceOf(seed);
  const house = houseOf(chance);
  const days = 120;
  const fromHour = Math.round(chance.between(20, 90) * 24);
  const away =
    chance.uniform() < 0.5 ? { fromHour, toHour: fromHour + chance.between(30, 150), setC: 14 } : null;
  const snap = {
    atHour: chance.between(20, 100) * 24,
    byC: chance.between(4, 12),
    overHours: chance.between(6, 30),
  };
  const climate = {
    meanC: chance.between(-4, 6),
    swingC: 4.5,
    swingHours: 50,
    dailyC: chance.between(2, 6),
    snap,
  };
  return storyOf(chance, house, weatherOf(chance, days * 24, climate), { days, failsAtHour: null, away });
}
