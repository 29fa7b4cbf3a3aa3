import type {
  AlertKind,
  ContactMeaning,
  DeviceType,
  FeedFailure,
  Placement,
  SensorFault,
  SensorKind,
  UnitSource,
} from "../../schema/vocabulary.ts";
import type { Overrides } from "../devices/alert-settings.ts";
import type { PlacementGuess } from "../devices/placement/placement.ts";
import { rememberedOf } from "../kernel/text.ts";
import type { Moment } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";
import { type EpisodeState, readEpisodeState } from "./episode.ts";
import type { Point } from "./physics/history.ts";
import type { Quiet } from "./quiet/quiet.ts";
import type { RuleSettings } from "./settings.ts";

/** What is known of a household when something in it is judged. */
export type HouseholdFacts = { id: string; quiet: Quiet; settings: Overrides };

/** A feed that has not answered as it should since a moment; `failure` null where it was saved again since. */
type FailingFeed = { since: Moment; failure: FeedFailure | null };

export type DeviceFacts = {
  id: string;
  type: DeviceType;
  name: string;
  space: string;
  enabled: boolean;
  lastSeenAt: Moment | null;
  /** Seconds between its last posts, newest first. */
  gaps: number[];
  /** Which of its sensors have a deadband, by their position, and the number of what that was derived from. */
  deadbandVersion?: number;
  deadbandLow?: readonly unknown[] | null;
  /** As its last signs of life said; null or absent where they did not say. */
  batteryPct?: number | null;
  rssi?: number | null;
  /** Set for a device that is polled; null or absent while its feed answers, and on a push, which does not ask. */
  failingFeed?: FailingFeed | null;
};

/** The coldest that a room was at each hour of the day (UTC) within the week before, in °C, and on how many days. */
export type WeekFloor = { celsius: (number | null)[]; days: number };

export type SensorFacts = {
  id: string;
  /** Its place in the order of its device, from 1; absent where no device orders it. */
  position?: number;
  label: string;
  kind: SensorKind;
  unit: string | null;
  /** Where its unit comes from: `assumed` is what nobody has said. Null or absent for a sensor of before. */
  unitSource?: UnitSource | null;
  isState: boolean;
  /** What the device of a door or window means by 1. Its values here are 1 for open whatever that is. */
  trueMeans?: ContactMeaning | null;
  /** When the probe itself began to report a fault. */
  faultyAt: Moment | null;
  /** What a study of its readings found wrong, and since when. */
  fault?: SensorFault | null;
  faultySince?: Moment | null;
  /** The place that the owner says; null or absent until then. `placementOf` has the word that counts. */
  placement?: Placement | null;
  placementGuess?: PlacementGuess | null;
  /** The usual temperatures of its room by the hour; null or absent until a week, or some days, are known. */
  weekFloor?: WeekFloor | null;
  settings: Overrides;
  /** Its newest reading; null for a probe that has only ever said that it is unplugged. */
  value: number | null;
  /** Told by our clock, also where the device's own is wrong. */
  at: Moment | null;
  /** The one before; null where this is the first. */
  valueBefore: number | null;
  /** When it stopped to move while its siblings did, null if it moves; absent where nobody has looked. */
  stuckAt?: Moment | null;
};

/** What a thermometer reads, in °C; null for any other sensor, and where there is no reading. */
export const celsiusOf = ({ kind, unit, value }: Pick<SensorFacts, "kind" | "unit" | "value">) =>
  kind !== "temperature" || value === null || unit === null ? null : convert(value, unit, "°C");

export type RuleFacts = { id: string; sensorId: string; settings: RuleSettings };

/** A stored episode state and the version to commit over; a subject without a row has version 0. */
export type StateFacts = { kind: AlertKind; subject: string; version: number; state: unknown };

/** One device's facts, with the sensors whose latest value has just moved. */
export type IngestFacts = {
  household: HouseholdFacts;
  device: DeviceFacts;
  sensors: SensorFacts[];
  rules: RuleFacts[];
  states: StateFacts[];
};

/** A sensor and where its history stands. */
export type TickSensor = SensorFacts & { deviceNumber: number; position: number };

export type TickDevice = { device: DeviceFacts; sensors: TickSensor[] };

export type Placed<S extends SensorFacts = TickSensor> = { device: DeviceFacts; sensor: S };

type Devices<S> = readonly { device: DeviceFacts; sensors: readonly S[] }[];

const placedSensors = <S extends SensorFacts>(devices: Devices<S>): Placed<S>[] =>
  devices.flatMap(({ device, sensors }) => sensors.map((sensor) => ({ device, sensor })));

export const enabledSensors = <S extends SensorFacts>(devices: Devices<S>): Placed<S>[] =>
  placedSensors(devices.filter(({ device }) => device.enabled));

export const findPlaced = <S extends SensorFacts>(devices: Devices<S>, sensorId: string): Placed<S> | null =>
  placedSensors(devices).find(({ sensor }) => sensor.id === sensorId) ?? null;

/** A whole household as it stands at a tick. */
export type TickFacts = {
  household: HouseholdFacts;
  place: { latitude: number; longitude: number } | null;
  devices: TickDevice[];
  rules: RuleFacts[];
  states: StateFacts[];
};

/** A sensor's readings, oldest first, in its own unit. */
export type Series = readonly { at: Moment; value: number }[];

export type Span = { from: Moment; to: Moment };

/** What a tick evaluates beside the household itself. */
export type Surroundings = {
  /** Readings of the last hours by sensor; of sensors that need them. */
  series: ReadonlyMap<string, Series>;
  /** Outdoor temperatures, past and to come; null without a place or where nobody could tell. */
  forecast: { fetchedAt: Moment; hours: readonly Point[] } | null;
  /** When our own ticks were down. */
  ownGaps: readonly Span[];
};

/** The subject of an episode, as messages name it. */
export type AlertSubject = { title: string; deviceId: string | null; sensorId: string | null };

/** A sensor as messages name it. */
export const aboutOf = (device: DeviceFacts, sensor: SensorFacts): AlertSubject => ({
  title: device.space === "" ? sensor.label : `${sensor.label} (${device.space})`,
  deviceId: device.id,
  sensorId: sensor.id,
});

/** The room, or what else says best where a sensor is. */
export const placeOf = (device: DeviceFacts, sensor: SensorFacts): string =>
  [device.space, device.name, sensor.label].find((name) => name !== "") ?? "";

type StateOf = (kind: AlertKind, subject: string) => { version: number; state: EpisodeState };

/**
 * The stored states by kind and subject; what has no row yet is version 0 and no episode. Each of a home's sensors needs the
 * home's states.
 */
export const stateIndex = rememberedOf((states: readonly StateFacts[]): StateOf => {
  const rows = new Map<AlertKind, Map<string, StateFacts>>();
  for (const [kind, own] of Map.groupBy(states, (row) => row.kind))
    rows.set(kind, new Map(own.map((row) => [row.subject, row])));
  return (kind, subject) => {
    const row = rows.get(kind)?.get(subject);
    return { version: row?.version ?? 0, state: readEpisodeState(row?.state) };
  };
});

/** Everything that is notified about a room's cold. */
export const coldOf = (stateOf: StateOf, household: string, sensor: string): EpisodeState[] =>
  [stateOf("heating_stopped", household), stateOf("freeze", sensor), stateOf("time_to_freeze", sensor)].map(
    ({ state }) => state,
  );
