import type { Moment } from "../alerts/evidence.ts";
import type { Outdoor } from "./outdoor.ts";
import { HOUR_MS } from "./points.ts";

const STEP_HOURS = 0.25;
/** Further ahead nobody knows the weather, and there is time enough to ask again. */
export const HORIZON_HOURS = 240;

const STEPS = HORIZON_HOURS / STEP_HOURS;

/** The outdoors by steps from a moment: in a step's middle and at its end; always the same from step `constantFrom` on. */
export type OutdoorSteps = {
  middle: (step: number) => number;
  end: (step: number) => number;
  constantFrom: number;
};

/** Looked up once for all hypotheses that start at the moment, and only as far as one of them goes. */
export function outdoorSteps(
  { at, constantAfter }: Pick<Outdoor, "at" | "constantAfter">,
  from: Moment,
): OutdoorSteps {
  const halves: number[] = [];
  const half = (index: number): number => {
    while (halves.length <= index) halves.push(at(from + halves.length * (STEP_HOURS / 2) * HOUR_MS));
    return halves[index] ?? 0;
  };
  const changing = Math.ceil((constantAfter - from) / (STEP_HOURS * HOUR_MS));
  return {
    middle: (step) => half(2 * step + 1),
    end: (step) => half(2 * step + 2),
    constantFrom: Math.min(Math.max(changing, 0), STEPS),
  };
}

export type Drive = { outdoor: OutdoorSteps; offset: number; tauHours: number; draught: number };

/** What is left of a difference after a step. */
const keptInStep = ({ tauHours }: Drive): number => Math.exp(-STEP_HOURS / tauHours);

/** The temperature a step further, exact for a constant outside. */
function next(celsius: number, step: number, { outdoor, offset }: Drive, kept: number): number {
  const outside = outdoor.middle(step) + offset;
  return outside + (celsius - outside) * kept;
}

/** What the sensor reads in a home of that temperature at the end of the step. */
const felt = (celsius: number, step: number, { draught, outdoor }: Drive): number =>
  (1 - draught) * celsius + draught * outdoor.end(step);

/** Hours until what the sensor reads falls to `limit` (°C), stepping along the forecast; ∞ where it does not. */
export function hoursUntil(limit: number, from: number, drive: Drive): number {
  const kept = keptInStep(drive);
  let [own, celsius] = [from, felt(from, -1, drive)];
  if (celsius <= limit) return 0;
  for (let step = 0; step < drive.outdoor.constantFrom; step += 1) {
    own = next(own, step, drive, kept);
    const later = felt(own, step, drive);
    if (later <= limit) return STEP_HOURS * (step + (celsius - limit) / (celsius - later));
    celsius = later;
  }
  const hours = STEP_HOURS * drive.outdoor.constantFrom + hoursOfDecay(limit, own, drive);
  return hours < HORIZON_HOURS ? hours : Number.POSITIVE_INFINITY;
}

/** The same where the outdoors stays as it is: Newton's law solved for the time. */
function hoursOfDecay(limit: number, own: number, { outdoor, offset, draught, tauHours }: Drive): number {
  const outdoors = outdoor.middle(outdoor.constantFrom);
  const outside = outdoors + offset;
  const ownLimit = (limit - draught * outdoors) / (1 - draught);
  if (own <= ownLimit) return 0;
  return ownLimit <= outside
    ? Number.POSITIVE_INFINITY
    : tauHours * Math.log((own - outside) / (ownLimit - outside));
}

const STEPS_AN_HOUR = 1 / STEP_HOURS;

/** The temperature at every full hour from `at`, `hours` of them, for the low of an unheated space. */
export function hourlyAhead(
  from: number,
  at: Moment,
  hours: number,
  drive: Drive,
): { at: Moment; celsius: number }[] {
  const kept = keptInStep(drive);
  let celsius = from;
  return Array.from({ length: hours }, (_, hour) => {
    const end = (hour + 1) * STEPS_AN_HOUR;
    for (let step = end - STEPS_AN_HOUR; step < end; step += 1) celsius = next(celsius, step, drive, kept);
    return { at: at + (hour + 1) * HOUR_MS, celsius: felt(celsius, end - 1, drive) };
  });
}
