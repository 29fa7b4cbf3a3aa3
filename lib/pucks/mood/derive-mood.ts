import type { HouseholdUnit, SensorKind } from "../../../schema/vocabulary.ts";
import { convert } from "../../kernel/units.ts";
import {
  type ActiveAlert,
  type ChosenMood,
  type Climate,
  climateOf,
  type DerivedMood,
  type LiveReading,
  localHour,
  type MoodFacts,
  type MoodOverride,
} from "./climate.ts";

/** Limits in the canonical units of lib/kernel/units.ts: °C, %, ppm, µg/m³, ppb. */
const COLD = 18;
/** Bedrooms are let cool down. */
const NIGHT_COLD = 16;
/** 50 °F, the contract's vacation limit: heating is turned down on purpose above it. */
const VACATION_COLD = 10;
const COSY_FROM = 20;
const COSY_TO = 25;
const HOT = 30;

const NAMES_MAX = 3;

/** "A", "A and B", "A, B and C", "A, B, C and 2 more". */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX);
  const more = names.length - shown.length;
  const parts = more > 0 ? [...shown, `${more} more`] : shown;
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

/** A temperature in °C as the home's people read it, to one decimal. */
export function degrees(celsius: number, unit: HouseholdUnit): string {
  const shown = unit === "F" ? (convert(celsius, "°C", "°F") ?? celsius) : celsius;
  return `${Number(shown.toFixed(1)) + 0} °${unit}`;
}

/** Everything a judgement looks at. */
type Scene = Pick<MoodFacts, "activeAlerts" | "isOnVacation" | "temperatureUnit"> & {
  climate: Climate;
  /** 0–23, the home's own. */
  hour: number;
};

type Judgement = (scene: Scene) => DerivedMood | null;

const BAD_AIR: { kind: SensorKind; above: number; words: string }[] = [
  { kind: "co2", above: 2_000, words: "the air is used up" },
  { kind: "pm25", above: 55, words: "the air is full of fine dust" },
  { kind: "voc", above: 2_200, words: "the air smells of solvents" },
  { kind: "humidity", above: 70, words: "it is damp" },
];

const isNight = (hour: number): boolean => hour >= 22 || hour < 6;
const isEvening = (hour: number): boolean => hour >= 17 && hour < 22;

const of = (climate: Climate, kind: SensorKind): LiveReading[] =>
  climate.live.filter((reading) => reading.kind === kind);

/** The bay's temperature: the mean of its sensors; null without any. */
function warmth(climate: Climate): number | null {
  const readings = of(climate, "temperature");
  return readings.length === 0 ? null : readings.reduce((sum, { value }) => sum + value, 0) / readings.length;
}

/** What no override hides: a leak, whatever its severity, and anything critical. */
const water: Judgement = ({ climate }) => {
  const wet = of(climate, "flood").filter(({ value }) => value !== 0);
  return wet.length === 0
    ? null
    : { mood: "alarmed", reason: `Water at ${listed(wet.map(({ label }) => label))}` };
};

const isAlarming = ({ kind, severity }: ActiveAlert): boolean => severity === "critical" || kind === "leak";

const gravity: Judgement = ({ activeAlerts }) => {
  const grave = activeAlerts.filter(isAlarming);
  return grave.length === 0 ? null : { mood: "alarmed", reason: listed(grave.map(({ title }) => title)) };
};

const silence: Judgement = ({ climate: { live, silent, unplugged } }) => {
  if (live.length > 0) return null;
  if (silent.length > 0) return { mood: "offline", reason: `Nothing heard from ${listed(silent)}` };
  if (unplugged.length > 0) return { mood: "offline", reason: `${listed(unplugged)} unplugged` };
  return { mood: "offline", reason: "No sensor has said anything here lately" };
};

const warnings: Judgement = ({ activeAlerts }) =>
  activeAlerts.length === 0
    ? null
    : { mood: "worried", reason: listed(activeAlerts.map(({ title }) => title)) };

const missing: Judgement = ({ climate: { silent, unplugged } }) => {
  if (silent.length > 0) return { mood: "worried", reason: `Nothing heard from ${listed(silent)}` };
  return unplugged.length === 0 ? null : { mood: "worried", reason: `${listed(unplugged)} unplugged` };
};

const air: Judgement = ({ climate }) => {
  for (const { kind, above, words } of BAD_AIR) {
    const bad = of(climate, kind).find(({ value }) => value > above);
    if (bad !== undefined) return { mood: "worried", reason: `At ${bad.label} ${words}` };
  }
  return null;
};

const heat: Judgement = ({ climate, temperatureUnit }) => {
  const mean = warmth(climate);
  return mean !== null && mean >= HOT
    ? { mood: "worried", reason: `Hot: ${degrees(mean, temperatureUnit)}` }
    : null;
};

/** Somebody at the door while everybody is away. */
const intruders: Judgement = ({ climate, isOnVacation }) => {
  const moved = [...of(climate, "door"), ...of(climate, "motion")].filter(({ value }) => value !== 0);
  return !isOnVacation || moved.length === 0
    ? null
    : {
        mood: "worried",
        reason: `Everybody is away, and ${listed(moved.map(({ label }) => label))} says somebody is there`,
      };
};

const cold: Judgement = ({ climate, hour, isOnVacation, temperatureUnit }) => {
  const mean = warmth(climate);
  const limit = isOnVacation ? VACATION_COLD : isNight(hour) ? NIGHT_COLD : COLD;
  return mean !== null && mean < limit
    ? { mood: "chilly", reason: `Only ${degrees(mean, temperatureUnit)}` }
    : null;
};

const rest: Judgement = ({ hour, isOnVacation }) => {
  if (isOnVacation) return { mood: "sleepy", reason: "Everybody is away, and all is well" };
  return isNight(hour) ? { mood: "sleepy", reason: "It is night, and all is well" } : null;
};

const comfort: Judgement = ({ climate, hour, temperatureUnit }) => {
  const mean = warmth(climate);
  const isComfortable = mean !== null && mean >= COSY_FROM && mean <= COSY_TO;
  return isComfortable && isEvening(hour)
    ? { mood: "cozy", reason: `A warm evening at ${degrees(mean, temperatureUnit)}` }
    : null;
};

/** Asked in this order: the first that has something to say is the mood. */
const JUDGEMENTS: readonly Judgement[] = [
  water,
  gravity,
  silence,
  warnings,
  missing,
  air,
  heat,
  intruders,
  cold,
  rest,
  comfort,
];

/** The moment of the end is the end. */
const overrideHolds = ({ until }: MoodOverride, now: Date): boolean => until === null || now < until;

/**
 * What a person has set stands before what the sensors say, until it runs out. Only an alarm breaks through:
 * nobody shall smile while water runs. Then the override waits behind it, and its end is still shown.
 */
export function chooseMood(derived: DerivedMood, override: MoodOverride | null, now: Date): ChosenMood {
  if (override === null || !overrideHolds(override, now)) {
    return { ...derived, source: "derived", overrideUntil: null };
  }
  const overrideUntil = override.until;
  if (derived.mood !== "alarmed") {
    return { mood: override.mood, source: "override", reason: "Set by hand", overrideUntil };
  }
  const reason = `${derived.reason} (this breaks through "${override.mood}", which was set by hand)`;
  return { mood: "alarmed", source: "derived", reason, overrideUntil };
}

const CONTENT: DerivedMood = { mood: "happy", reason: "All is well" };

/** How a bay feels and why: the gravest of what can be said of it, from its facts at `now` alone. */
export function deriveMood(facts: MoodFacts, now: Date): DerivedMood {
  const { activeAlerts, isOnVacation, temperatureUnit } = facts;
  const hour = localHour(facts.timeZone, now);
  const scene = { activeAlerts, isOnVacation, temperatureUnit, hour, climate: climateOf(facts.sensors, now) };
  for (const judgement of JUDGEMENTS) {
    const derived = judgement(scene);
    if (derived !== null) return derived;
  }
  return CONTENT;
}
