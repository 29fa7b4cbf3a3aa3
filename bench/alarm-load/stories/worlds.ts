import { type Chance, chanceOf } from "../weather.ts";
import { type ClimateKind, fronts, wandering } from "./climate.ts";
import type { Story, StoryDevice, StorySensor } from "./home.ts";
import { radiatorsAndNeighbor, spells } from "./loop.ts";
import {
  airAndWalls,
  between,
  type Heated,
  type ODD,
  type RoomLaw,
  type Space,
  slabAndWind,
} from "./spaces.ts";

/** A law of rooms, a weather and a set of names. Those of `KEPT_ASIDE` no constant was ever chosen on, nor were its mistakes looked at. */
export type World = {
  name: string;
  firstSeed: number;
  law: RoomLaw;
  weather: typeof wandering;
  /** Multiplies how long houses hold their warmth. */
  slower: number;
  unit: { unit: string; step: number };
  names: { rooms: string[]; crawl: string; odd: Record<keyof typeof ODD, string> };
};

export const TUNED_WORLD: World = {
  name: "tuned",
  firstSeed: 11,
  law: airAndWalls,
  weather: wandering,
  slower: 1,
  unit: { unit: "°C", step: 0.1 },
  names: {
    rooms: ["Living room", "Bedroom", "Office"],
    crawl: "T2",
    odd: {
      freezer: "Gefriertruhe",
      fridge: "Kühlschrank",
      greenhouse: "Serre",
      terrarium: "Terrarium",
      sauna: "Sauna",
      balcony: "Balkon",
      wine: "Weinkeller",
    },
  },
};

/** No constant was chosen on it, but its mistakes have been looked at. */
export const SECOND_WORLD: World = {
  name: "second",
  firstSeed: 7_001,
  law: slabAndWind,
  weather: fronts,
  slower: 1.25,
  unit: { unit: "°F", step: 0.5 },
  names: {
    rooms: ["Salotto", "Camera", "Studio"],
    crawl: "probe 3",
    odd: {
      freezer: "冷凍庫",
      fridge: "冷蔵庫",
      greenhouse: "Växthus",
      terrarium: "Vivario",
      sauna: "Bastu",
      balcony: "バルコニー",
      wine: "sonde 4",
    },
  },
};

/** Nothing was chosen on it. A rule that changes because of its rows makes it the next one that has been looked at. */
export const KEPT_ASIDE: World = {
  name: "kept aside",
  firstSeed: 30_001,
  law: radiatorsAndNeighbor,
  weather: spells,
  slower: 1,
  unit: { unit: "°C", step: 0.25 },
  names: {
    rooms: ["Salon", "Sypialnia", "Gabinet"],
    crawl: "czujnik 5",
    odd: {
      freezer: "Zamrażarka",
      fridge: "냉장고",
      greenhouse: "Kasvihuone",
      terrarium: "Terrário",
      sauna: "Pirts",
      balcony: "Μπαλκόνι",
      wine: "sensor 9",
    },
  },
};

export type Draft = Omit<Story, "name" | "climate" | "spaces" | "heating" | "isLocated"> &
  Partial<Pick<Story, "heating" | "isLocated">> & {
    climate: ClimateKind;
    /** How much colder than its mean it is in the middle of winter, in K; 0 for stories that last some weeks. */
    seasonKelvin?: number;
  };

const YEAR_HOURS = 365 * 24;
/** In the middle of January. */
const COLDEST_HOUR = 12 * 24;

/** What a story is made with: its world's law, and devices as they come. */
export class Builder {
  readonly chance: Chance;
  readonly #world: World;

  constructor(world: World, seed: number) {
    this.#world = world;
    this.chance = chanceOf(world.firstSeed + seed);
  }

  room(
    index: number,
    heated: Partial<Heated> = {},
    device: Partial<StoryDevice> = {},
    sensor: Partial<StorySensor> = {},
  ) {
    const tauHours = (heated.tauHours ?? 32) * this.#world.slower * this.chance.between(0.85, 1.15);
    const setpoint = this.chance.between(19.5, 21.5);
    const space = this.#world.law(this.chance, { setpoint, setback: 3, ...heated, tauHours });
    return this.device(this.#world.names.rooms[index] ?? `Room ${index}`, space, device, sensor);
  }

  device(
    name: string,
    place: Space,
    device: Partial<StoryDevice> = {},
    sensor: Partial<StorySensor> = {},
  ): StoryDevice {
    const thermometer = {
      label: "Temperature",
      kind: "temperature",
      ...this.#world.unit,
      place,
      noise: 0.08,
      ...sensor,
    } as const;
    return { name, space: "", everyMinutes: 5, loss: 0.01, sensors: [thermometer], ...device };
  }

  crawl = (own = 6, coupling = 0.55) =>
    between(this.chance, { placement: "unheated", coupling, lagHours: 14, own });

  story(name: string, draft: Draft): Story {
    const { seasonKelvin = 0, ...rest } = draft;
    const climate = this.#world
      .weather(this.chance, draft.climate, draft.to + 120)
      .map(
        (celsius, hour) =>
          celsius - seasonKelvin * Math.cos((2 * Math.PI * (hour - COLDEST_HOUR)) / YEAR_HOURS),
      );
    const spaces = [...new Set(draft.devices.flatMap(({ sensors }) => sensors.map(({ place }) => place)))];
    return { heating: () => 1, isLocated: true, ...rest, name, climate, spaces };
  }
}
