import type { Chance } from "../weather.ts";

/** °C outdoors by the hour of a story, from its first midnight (local) on. */
export type Climate = Float64Array;

/** `mean` and its spread, the swing of day and night, how long an air mass stays and how far it wanders. In °C and hours. */
export type ClimateKind = { mean: number; swing: number; massHours: number; wander: number };

export const CLIMATES = {
  continental: { mean: -8, swing: 4, massHours: 50, wander: 4 },
  maritime: { mean: 4, swing: 2.5, massHours: 40, wander: 3 },
  alpine: { mean: -4, swing: 7, massHours: 60, wander: 3 },
  nordic: { mean: -14, swing: 2, massHours: 90, wander: 5 },
  mild: { mean: 9, swing: 6, massHours: 40, wander: 3 },
} satisfies Record<string, ClimateKind>;

const LOCAL_NOON_HOUR = 15;

/** An air mass that wanders, with day and night on top. */
export function wandering(chance: Chance, kind: ClimateKind, hours: number): Climate {
  let mass = chance.normal() * kind.wander * 0.5;
  const kept = Math.exp(-1 / kind.massHours);
  return Float64Array.from({ length: hours }, (_, hour) => {
    mass = mass * kept + chance.normal() * kind.wander * Math.sqrt(1 - kept * kept);
    return kind.mean + mass + kind.swing * Math.cos((2 * Math.PI * (hour - LOCAL_NOON_HOUR)) / 24);
  });
}

/** Fronts: days of one air mass, then another within hours; clear nights swing far, cloudy ones hardly. */
export function fronts(chance: Chance, kind: ClimateKind, hours: number): Climate {
  let [mass, wanted, swing] = [0, 0, kind.swing];
  return Float64Array.from({ length: hours }, (_, hour) => {
    if (chance.isHit(1.6 / kind.massHours)) {
      wanted = chance.heavy() * kind.wander * 1.2;
      swing = kind.swing * chance.between(0.2, 1.8);
    }
    mass += (wanted - mass) / 6;
    return kind.mean + mass + swing * Math.cos((2 * Math.PI * (hour - LOCAL_NOON_HOUR)) / 24);
  });
}

/** Between two hours. */
export function outdoorsAt(climate: Climate, hours: number): number {
  const hour = Math.max(0, Math.min(climate.length - 2, Math.floor(hours)));
  const [from = 0, to = 0] = [climate[hour], climate[hour + 1]];
  return from + (to - from) * Math.min(1, Math.max(0, hours - hour));
}
