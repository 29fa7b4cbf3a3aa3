import type { Plan } from "../../../schema/vocabulary.ts";
import type { Chance } from "../stage/chance.ts";
import type { Contention } from "../stage/contention.ts";
import type { Tally } from "../stage/faults.ts";
import type { SimulatedDatabase } from "../stage/simulated-database.ts";
import type { Stage } from "../stage/stage.ts";
import type { ForgetfulRedis } from "./limiter.ts";
import type { Model } from "./model.ts";

/** Sensors' names carry the device's number, so that words about one are about no other. */
export type Device = {
  id: string;
  homeId: string;
  number: number;
  /** Null of one that is polled. */
  ingestKey: string | null;
  /** Gives its readings times of its own. */
  hasOwnClock: boolean;
  /** How far that clock is ahead; null while its readings have no times. */
  ownClockAheadMs: number | null;
  /** What it measures now. */
  isCold: boolean;
  isWet: boolean;
};

/** Warm, dry, and without a clock of its own. */
export const newDevice = (homeId: string, id: string, number: number, ingestKey: string | null): Device => ({
  ...{ id, homeId, number, ingestKey },
  ...{ hasOwnClock: false, ownClockAheadMs: null, isCold: false, isWet: false },
});

export type Person = {
  userId: string;
  email: string;
  phone: string | null;
  /** In UTC, `HH:MM`. */
  quietHours: { from: string; to: string } | null;
  cookie: string;
};

export type Home = {
  id: string;
  plan: Plan;
  people: Person[];
  apiKey: string;
  devices: Device[];
  /** Of the devices that push: the highest that any was ever given. */
  lastNumber: number;
  /** Tokens of links that were shared. */
  links: string[];
};

export type World = {
  database: SimulatedDatabase;
  /** Null where each statement ends before the next begins. */
  contention: Contention | null;
  stage: Stage;
  model: Model;
  redis: ForgetfulRedis;
  tally: Tally;
  homes: Home[];
  /** How far the clocks of instances that take readings are ahead. */
  instanceAheadMs: number;
  /** What the service reported as an error. */
  reports: { event: string; error: unknown }[];
};

export const devicesOf = ({ homes }: Pick<World, "homes">): Device[] =>
  homes.flatMap(({ devices }) => devices);

export const temperatureKey = ({ number }: Device): string => `temp${number}`;
export const floodKey = ({ number }: Device): string => `flood${number}`;
/** Counts the device's bodies; of no kind that anybody is warned about. */
export const markerKey = ({ number }: Device): string => `marker${number}`;

export const keysOf = (device: Device): string[] => [
  temperatureKey(device),
  floodKey(device),
  markerKey(device),
];

/** What stands before a letter or another digit is another sensor's name. */
export const namesDevice = (text: string, { number }: Pick<Device, "number">): boolean =>
  new RegExp(`(?:temp|flood|Node |Cellar |Attic |Shelf )${number}(?!\\d)`).test(text);

/** Of the event at hand. */
export type Scene = { world: World; chance: Chance };
