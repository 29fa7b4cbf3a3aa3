import type { SensorKind } from "../../../schema/vocabulary.ts";
import type { Climate } from "./climate.ts";
import type { Space } from "./spaces.ts";

export type StorySensor = {
  label: string;
  kind: SensorKind;
  unit: string | null;
  /** Where it truly is; a leak sensor stands in a space, too. */
  place: Space;
  noise: number;
  step: number;
  /** What the sun, or a stove beside it, adds to what it reads, in K by the hour of the story. */
  disturbed?: (hours: number) => number;
  /** What a sensor says that measures no temperature: 1 or 0, by the hour of the story. */
  says?: (hours: number) => number;
};

export type StoryDevice = {
  name: string;
  space: string;
  everyMinutes: number;
  loss: number;
  /** From when to when it is silent, in hours of the story. */
  silent?: { from: number; to: number };
  /** Whether a post of that hour arrives. */
  isHeard?: (hours: number) => boolean;
  /** It keeps what it measures for so long, and sends all of it at once. */
  burstMinutes?: number;
  sensors: StorySensor[];
};

/** A fortnight or less of one home. */
export type Story = {
  name: string;
  /** When what is told begins to count, and when it ends, in hours; eight days before it are for learning. */
  from: number;
  to: number;
  isQuiet: boolean;
  climate: Climate;
  isLocated: boolean;
  devices: StoryDevice[];
  spaces: Space[];
  /** The share of the heating that works in a space. */
  heating: (space: Space, hours: number) => number;
};

export const WARM_UP_HOURS = 192;
