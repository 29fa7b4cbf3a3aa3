import { anySensor, postsOf, type Room, type Story, sensorName } from "./story.ts";
import { type Chance, chanceOf, forecastOf, HOUR_MS, MINUTE_MS, START, type Weather } from "./weather.ts";

/**
 * A second physics, which no rule was ever tuned on: walls of layers that conduct, a floor on the ground, air
 * that the wind and the difference of temperature draw through, a heating that looks at the weather, and
 * fronts.
 */
const LAYERED_LAWS = ["timber", "brick", "stone", "mobile home"] as const;
type Law = (typeof LAYERED_LAWS)[number];

const LAYERS = 5;
const FAILS_AFTER_DAYS = 9;
const AHEAD_DAYS_MAX = 9;

type House = {
  law: Law;
  /** Heat capacities relative to the air and furniture (1), by layer, outermost last. */
  layer: number;
  /** Conductances an hour: air to wall, from layer to layer, wall to outdoors, windows, floor to ground. */
  inner: number;
  through: number;
  outer: number;
  windows: number;
  ground: number;
  leak: number;
  south: number;
  power: number;
  setC: number;
  nightC: number;
};

const LAWS: Record<Law, { layer: [number, number]; loss: [number, number] }> = {
  timber: { layer: [0.3, 0.9], loss: [0.06, 0.11] },
  brick: { layer: [1.2, 2.5], loss: [0.1, 0.18] },
  stone: { layer: [2.5, 5], loss: [0.12, 0.22] },
  "mobile home": { layer: [0.1, 0.3], loss: [0.1, 0.18] },
};

function houseOf(chance: Chance): House {
  const law = chance.pick(LAYERED_LAWS);
  const { layer, loss } = LAWS[law];
  const total = chance.between(...loss);
  const setC = chance.between(18, 22.5);
  const through = total * chance.between(2.5, 4) * 1.4;
  return {
    law,
    layer: chance.between(...layer),
    inner: through * 2,
    through,
    outer: through * 3,
    windows: total * chance.between(0.2, 0.5),
    ground: total * chance.between(0.02, 0.15),
    leak: total * chance.between(0.04, 0.12),
    south: total * chance.between(0, 9),
    power: total * chance.between(34, 60),
    setC,
    nightC: setC - chance.pick([0, 1, 3]),
  };
}

/** Waves of no common period, and fronts that come in an hour or two. */
function weatherOf(chance: Chance, hours: number, meanC: number, fallC: number, fallsAt: number): Weather {
  const waves = [17, 41, 67, 113].map((period) => ({
    period,
    phase: chance.between(0, 7),
    size: chance.between(0.5, 2),
  }));
  const fronts = Array.from({ length: Math.ceil(hours / 70) }, () => ({
    at: chance.between(0, hours),
    by: 3 * chance.normal(),
  }));
  const clear = Array.from({ length: Math.ceil(hours / 24) + 2 }, () => chance.uniform());
  const outdoor = (minute: number): number => {
    const hour = minute / 60;
    const slow = waves.reduce(
      (sum, { period, phase, size }) => sum + size * Math.sin((2 * Math.PI * hour) / period + phase),
      0,
    );
    const steps = fronts.reduce((sum, { at, by }) => sum + by / (1 + Math.exp(-(hour - at) / 1.5)), 0);
    const sky = clear[Math.floor(hour / 24)] ?? 0.5;
    const daily = (1 + 5 * sky) * Math.sin((2 * Math.PI * (hour - 8.5)) / 24);
    return meanC + slow + steps + daily - fallC / (1 + Math.exp(-(hour - fallsAt) / 2));
  };
  const sun = (minute: number): number => {
    const hour = (minute / 60) % 24;
    return hour > 8 && hour < 16
      ? Math.sin((Math.PI * (hour - 8)) / 8) ** 1.5 * (clear[Math.floor(minute / 1_440)] ?? 0.5)
      : 0;
  };
  const wind = (minute: number): number =>
    Math.max(0, 4 + 3 * Math.sin(minute / 613) + 2 * Math.sin(minute / 191 + 1));
  return { outdoor, sun, wind, forecastAt: forecastOf(chance, outdoor) };
}

type Plan = { days: number; failsAtHour: number | null };

function airOf(house: House, weather: Weather, { days, failsAtHour }: Plan, chance: Chance): Float32Array {
  const minutes = new Float32Array(days * 1_440);
  let air = house.setC;
  const wall = Array.from({ length: LAYERS }, (_, layer) => house.setC - 2 - 3 * layer);
  let heat = 0;
  let guests = 0;
  for (let minute = 0; minute < minutes.length; minute += 1) {
    const outside = weather.outdoor(minute);
    const hour = (minute / 60) % 24;
    const wanted = hour < 5.5 || hour > 23 ? house.nightC : house.setC;
    const isDead = failsAtHour !== null && minute >= failsAtHour * 60;
    // A boiler that follows the weather and then the room, slowly; what is in its pipes when it dies still
    // counts.
    const asked = isDead
      ? 0
      : Math.min(
          house.power,
          Math.max(0, (wanted - outside) * 0.5 * house.leak * 6 + (wanted + 0.3 - air) * house.power * 0.5),
        );
    heat += (asked - heat) / 40;
    if (chance.uniform() < 1 / 1_500) guests = house.windows * chance.between(1, 5);
    guests *= 1 - 1 / 90;
    const drawn = house.leak * (0.25 * weather.wind(minute) + 0.25 * Math.sqrt(Math.abs(air - outside)));
    const isDoor = chance.uniform() < 1 / 1_200;
    const toWall = house.inner * (air - (wall[0] ?? air));
    const gains = heat + guests + house.south * weather.sun(minute) - (isDoor ? air - outside : 0) * 4;
    air += (gains - toWall - (house.windows + drawn) * (air - outside) - house.ground * (air - 7)) / 60;
    const flows = wall.map((celsius, layer) =>
      layer === LAYERS - 1
        ? house.outer * (celsius - outside)
        : house.through * (celsius - (wall[layer + 1] ?? celsius)),
    );
    for (let layer = 0; layer < LAYERS; layer += 1) {
      const into = layer === 0 ? toWall : (flows[layer - 1] ?? 0);
      wall[layer] = (wall[layer] ?? 0) + (into - (flows[layer] ?? 0)) / house.layer / 60;
    }
    minutes[minute] = air;
  }
  return minutes;
}

function storyOf(chance: Chance, weather: Weather, plan: Plan): Story {
  const house = houseOf(chance);
  const names: string[] = [];
  const rooms = [1, chance.between(0.75, 1.3)].map((factor): Room => {
    const sensor = anySensor(chance);
    names.push(sensorName(sensor));
    const celsius = airOf(
      {
        ...house,
        windows: house.windows * factor,
        south: house.south * factor ** 3,
        power: house.power * factor,
      },
      weather,
      plan,
      chance,
    );
    return { celsius, posts: postsOf(celsius, sensor, chance), everyMinutes: sensor.everyMinutes };
  });
  const failedAt = plan.failsAtHour === null ? null : START + plan.failsAtHour * HOUR_MS;
  return {
    law: house.law,
    sensor: names[0] ?? "",
    rooms,
    weather,
    failedAt,
    explained: [],
    endsAt: START + plan.days * 1_440 * MINUTE_MS,
  };
}

export function failingLayeredHome(seed: number): Story {
  const chance = chanceOf(seed + 7_000_000);
  const failsAtHour = Math.round(FAILS_AFTER_DAYS * 24 + chance.between(0, 24));
  const days = FAILS_AFTER_DAYS + AHEAD_DAYS_MAX + 1;
  const weather = weatherOf(
    chance,
    days * 24,
    chance.between(-10, -2),
    chance.between(0, 10),
    failsAtHour + chance.between(-10, 30),
  );
  return storyOf(chance, weather, { days, failsAtHour });
}

export function healthyLayeredHome(seed: number): Story {
  const chance = chanceOf(seed + 9_000_000);
  const days = 120;
  const weather = weatherOf(
    chance,
    days * 24,
    chance.between(-4, 6),
    chance.between(0, 10),
    chance.between(20, 100) * 24,
  );
  return storyOf(chance, weather, { days, failsAtHour: null });
}
