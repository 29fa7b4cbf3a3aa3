import type { Plan } from "../../../schema/vocabulary.ts";
import type { Chance } from "../stage/chance.ts";
import type { Contention } from "../stage/contention.ts";
import type { Tally } from "../stage/faults.ts";
import type { SimulatedDatabase } from "../stage/simulated-database.ts";
import type { Stage } from "../stage/stage.ts";
import type { ForgetfulRedis } from "./limiter.ts";
import type { Model } from "./model.ts";

/** The names of its sensors contain the device's number, so that a text about one is about no other. */
export type Device = {
  id: string;
  homeId: string;
  number: number;
  /** Null for a polled device. */
  ingestKey: string | null;
  /** True if its readings have times of their own. */
  hasOwnClock: boolean;
  /** How far that clock is ahead; null while its readings have no times. */
  ownClockAheadMs: number | null;
  /** Its current values. */
  isCold: boolean;
  isWet: boolean;
};

/** Returns a warm, dry device without own times. */
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
  /** The highest number that any push device of the home ever had. */
  lastNumber: number;
  /** Tokens of share links. */
  links: string[];
};

export type World = {
  database: SimulatedDatabase;
  /** Null if each statement ends before the next begins. */
  contention: Contention | null;
  stage: Stage;
  model: Model;
  redis: ForgetfulRedis;
  tally: Tally;
  homes: Home[];
  /** How far the clocks of instances that take readings are ahead. */
  instanceAheadMs: number;
  /** Errors that the service reported. */
  reports: { event: string; error: unknown }[];
};

export const devicesOf = ({ homes }: Pick<World, "homes">): Device[] =>
  homes.flatMap(({ devices }) => devices);

export const temperatureKey = ({ number }: Device): string => `temp${number}`;
export const floodKey = ({ number }: Device): string => `flood${number}`;
/** The sensor that counts the device's bodies; no alert watches its kind. */
export const markerKey = ({ number }: Device): string => `marker${number}`;

export const keysOf = (device: Device): string[] => [
  temperatureKey(device),
  floodKey(device),
  markerKey(device),
];

/** Matches a number only if no further digit follows, which would name another device. */
export const namesDevice = (text: string, { number }: Pick<Device, "number">): boolean =>
  new RegExp(`(?:temp|flood|Node |Cellar |Attic |Shelf )${number}(?!\\d)`).test(text);

/** The world and the randomness of the current event. */
export type Scene = { world: World; chance: Chance };
