import type { Placement, SensorKind } from "../../schema/vocabulary.ts";
import { coldStorage, heatedRoom, openAir, type Physics, type Place, unheatedPlace } from "./places.ts";
import { type Chance, chanceOf, frontWeather, smoothWeather, type Weather } from "./weather.ts";

/** What can be wrong with a sensor, each at times of its own. */
type Trouble = "none" | "glitches" | "unplugged" | "stuck";

export type SimulatedSensor = {
  label: string;
  kind: SensorKind;
  unit: string | null;
  place: Place;
  noise: number;
  step: number;
  trouble: Trouble;
};

export type SimulatedDevice = {
  name: string;
  space: string;
  everyMinutes: number;
  /** The share of its posts that never arrive. */
  loss: number;
  /** Hours since the start at which it dies for two days; null for a device that never does. */
  diesAt: number | null;
  sensors: SimulatedSensor[];
};

export type SimulatedHome = { chance: Chance; weather: Weather; places: Place[]; devices: SimulatedDevice[] };

/** Homes the rules were tuned on. */
const TUNED: Physics = {
  crawl: [0.4, 20],
  garage: [0.55, 8],
  setback: 5,
  thermostatSwing: 0.8,
  showersPerDay: 2.5,
  showerDecayHours: 0.6,
  dampSummer: 9,
  defrostHours: 9,
  defrostRise: 14,
  doorRise: 16,
};

/** Homes that nothing was tuned on: colder garages, draftier rooms, longer showers, another freezer. */
const HELD_OUT: Physics = {
  crawl: [0.5, 34],
  garage: [0.65, 5],
  setback: 8,
  thermostatSwing: 0.4,
  showersPerDay: 4,
  showerDecayHours: 1.1,
  dampSummer: 12,
  defrostHours: 13,
  defrostRise: 19,
  doorRise: 22,
};

export function homeOf(seed: number, isHeldOut: boolean): SimulatedHome {
  const chance = chanceOf(seed);
  const physics = isHeldOut ? HELD_OUT : TUNED;
  const weather = isHeldOut ? frontWeather(chance) : smoothWeather(chance);
  const devices: SimulatedDevice[] = [];
  const places: Place[] = [];
  const add = (
    name: string,
    place: Place,
    rest: Partial<SimulatedDevice> = {},
    trouble: Trouble = "none",
  ) => {
    places.push(place);
    const at = { ...noiseOf(chance, isHeldOut), place };
    const sensors: SimulatedSensor[] = [
      { label: "Temperature", kind: "temperature", unit: "°F", ...at, trouble },
      ...(HAS_HUMIDITY.includes(place.placement)
        ? [{ label: "Humidity", kind: "humidity", unit: "%", ...at, noise: 0.5, trouble: "none" } as const]
        : []),
    ];
    const everyMinutes = chance.isHit(0.5) ? 5 : 15;
    devices.push({ name, space: "", everyMinutes, loss: 0.002, diesAt: null, sensors, ...rest });
  };
  const room = (placement: Placement = "room") =>
    heatedRoom(chance, physics, placement, chance.between(25, 60));
  const storage = (placement: "freezer" | "fridge") =>
    coldStorage(chance, physics, placement, seed % 5 === 0 ? chance.between(500, 8_000) : null);
  add("Living room", room());
  add("Bedroom", room(), { everyMinutes: 15, loss: [0.05, 0.1, 0.2][seed % 3] ?? 0.05 });
  add("Office", room(), {}, (["glitches", "unplugged", "stuck"] as const)[seed % 3]);
  add("Bathroom", room("bathroom"));
  add("Kitchen", room("kitchen"), { everyMinutes: 15, diesAt: chance.between(1_000, 8_000) });
  add("Crawl space", unheatedPlace(chance, physics.crawl, "unheated", 0));
  add("Garage", unheatedPlace(chance, physics.garage, "unheated", 4));
  add("Freezer", storage("freezer"));
  add("Fridge", storage("fridge"));
  add("Outdoor", openAir(chance));
  if (seed % 4 === 0) add("Greenhouse", unheatedPlace(chance, [0.8, 4], "greenhouse", 1));
  add("Guest room", room(), { everyMinutes: [60, 120, 360][seed % 3] ?? 60 });
  devices.push(leakDevice(places[3] ?? room()));
  return { chance, weather, places, devices };
}

const HAS_HUMIDITY: readonly Placement[] = ["room", "bathroom", "kitchen", "outdoor"];

function noiseOf(chance: Chance, isHeldOut: boolean): { noise: number; step: number } {
  const noise = chance.between(0.05, 0.3);
  return { noise, step: isHeldOut && chance.isHit(0.4) ? 0.9 : 0.1 };
}

/** A leak sensor that says twice a day that it is dry, and a door. */
const leakDevice = (place: Place): SimulatedDevice => ({
  name: "Washer",
  space: "Laundry",
  everyMinutes: 720,
  loss: 0,
  diesAt: null,
  sensors: [
    { label: "Leak", kind: "flood", unit: null, place, noise: 0, step: 1, trouble: "none" },
    { label: "Door", kind: "door", unit: null, place, noise: 0, step: 1, trouble: "none" },
  ],
});
