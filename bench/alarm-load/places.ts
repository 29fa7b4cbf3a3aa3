import type { Placement } from "../../schema/vocabulary.ts";
import type { Chance } from "./weather.ts";

/** What is really so in a place, moved on five minutes at a time. */
export type Place = {
  placement: Placement;
  fahrenheit: number;
  humidity: number;
  /**
   * Five minutes later, at the local hour (0–24), with so much outdoors and in that season (1 July, -1
   * January).
   */
  later: (hour: number, outdoors: number, season: number) => void;
};

/** How places behave: the first physics tuned the rules, the second has never been looked at while tuning. */
export type Physics = {
  /** Hours in which a place follows its surroundings, by how much it is coupled to the outdoors. */
  crawl: readonly [coupling: number, hours: number];
  garage: readonly [coupling: number, hours: number];
  setback: number;
  thermostatSwing: number;
  showersPerDay: number;
  showerDecayHours: number;
  dampSummer: number;
  defrostHours: number;
  defrostRise: number;
  doorRise: number;
};

const STEP_HOURS = 1 / 12;
const toward = (from: number, to: number, hours: number): number => from + ((to - from) * STEP_HOURS) / hours;

export function heatedRoom(
  chance: Chance,
  physics: Physics,
  placement: Placement,
  outdoorRate: number,
): Place {
  const day = chance.between(66, 72);
  const damp = chance.between(-6, 6);
  let isHeating = false;
  let [air, wandering, shower] = [day, 0, 0];
  const place: Place = {
    placement,
    fahrenheit: day,
    humidity: 45,
    later(hour, outdoors, season) {
      const wanted = hour < 6 || hour > 22 ? day - physics.setback : day;
      isHeating =
        air < wanted - physics.thermostatSwing || (isHeating && air < wanted + physics.thermostatSwing);
      const sun = hour > 11 && hour < 16 && season > -0.5 ? 1.2 : 0;
      air =
        toward(air, Math.max(outdoors, 40), outdoorRate) +
        (isHeating ? 3.2 * STEP_HOURS : 0) +
        sun * STEP_HOURS;
      wandering = toward(wandering, 0, 30) + chance.normal() * 0.35;
      if (placement !== "room" && isAwake(hour) && chance.isHit((physics.showersPerDay * STEP_HOURS) / 15))
        shower = chance.between(25, 45);
      shower -= (shower * STEP_HOURS) / physics.showerDecayHours;
      place.fahrenheit = air;
      place.humidity = clamp(46 + physics.dampSummer * season + damp + wandering + shower);
    },
  };
  return place;
}

const isAwake = (hour: number): boolean => hour > 6 && hour < 22;
const clamp = (percent: number): number => Math.min(99, Math.max(15, percent));

/** A crawl space, a garage, a greenhouse: something between the outdoors and the ground or the house. */
export function unheatedPlace(
  chance: Chance,
  [coupling, hours]: readonly [number, number],
  placement: Placement,
  doorsPerDay: number,
): Place {
  const share = coupling + chance.between(-0.08, 0.08);
  const own = chance.between(54, 60);
  let [air, dip] = [own, 0];
  const place: Place = {
    placement,
    fahrenheit: own,
    humidity: 60,
    later(hour, outdoors, season) {
      air = toward(air, share * outdoors + (1 - share) * (own + 6 * season), hours);
      if (isAwake(hour) && chance.isHit((doorsPerDay * STEP_HOURS) / 15)) dip = chance.between(0.3, 0.7);
      dip -= dip * STEP_HOURS * 4;
      place.fahrenheit = air + dip * (outdoors - air);
      place.humidity = clamp(62 + 8 * season + chance.normal());
    },
  };
  return place;
}

/** A freezer or fridge: compressor, defrost cycles, doors; it fails where `failsAt` (hours) says so. */
export function coldStorage(
  chance: Chance,
  physics: Physics,
  placement: "freezer" | "fridge",
  failsAt: number | null,
): Place {
  const [set, swing] =
    placement === "freezer" ? [chance.between(-4, 3), 2.5] : [chance.between(35.5, 38), 1.8];
  const scale = placement === "freezer" ? 1 : 0.45;
  let [hours, door, defrost, sinceDefrost, drift] = [0, 0, 0, chance.between(0, 8), 0];
  const place: Place = {
    placement,
    fahrenheit: set,
    humidity: 50,
    later(hour) {
      hours += STEP_HOURS;
      sinceDefrost += STEP_HOURS;
      if (sinceDefrost > physics.defrostHours) [defrost, sinceDefrost] = [physics.defrostRise * scale, 0];
      if (isAwake(hour) && chance.isHit((5 * STEP_HOURS) / 15))
        door += physics.doorRise * scale * chance.next();
      defrost -= defrost * STEP_HOURS * 1.8;
      door -= door * STEP_HOURS * 4;
      const isBroken = failsAt !== null && hours > failsAt && hours < failsAt + 30;
      drift = isBroken ? toward(drift, 68 - set, 14) : toward(drift, 0, 5);
      place.fahrenheit = set + swing * Math.sin(hours * 2 * Math.PI * 1.4) + defrost + door + drift;
    },
  };
  return place;
}

export function openAir(chance: Chance): Place {
  const place: Place = {
    placement: "outdoor",
    fahrenheit: 60,
    humidity: 70,
    later(_, outdoors) {
      place.fahrenheit = outdoors + chance.normal() * 0.4;
      place.humidity = clamp(72 + chance.normal() * 10);
    },
  };
  return place;
}
