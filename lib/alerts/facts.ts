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
import { type Moment, SECOND_MS } from "../kernel/time.ts";
import { convert } from "../kernel/units.ts";
import { type EpisodeState, readEpisodeState } from "./episode.ts";
import type { Point } from "./physics/history.ts";
import { NO_QUIET, type Quiet } from "./quiet/quiet.ts";
import type { RuleSettings } from "./settings.ts";

/** The household's own facts for an evaluation. */
export type HouseholdFacts = { id: string; quiet: Quiet; settings: Overrides };

/** A feed that has failed since a moment. `failure` is null if the feed was saved again since. */
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
  /** The version of the facts that deadbands are derived from, and the stored lower ends by the sensors' position. */
  deadbandVersion?: number;
  deadbandLow?: readonly unknown[] | null;
  /** As last reported; null or absent if not reported. */
  batteryPct?: number | null;
  rssi?: number | null;
  /** Set while a polled device's feed fails; null or absent if it answers, and in the facts of a push. */
  failingFeed?: FailingFeed | null;
};

/** A room's lowest temperature at each hour of the day (UTC) over the last week, in °C, and on how many days. */
export type WeekFloor = { celsius: (number | null)[]; days: number };

export type SensorFacts = {
  id: string;
  /** The position among its device's sensors, from 1; absent if no device orders it. */
  position?: number;
  label: string;
  kind: SensorKind;
  unit: string | null;
  /** Where the unit comes from. `assumed`: nobody has given one. Null or absent for sensors older than this field. */
  unitSource?: UnitSource | null;
  isState: boolean;
  /** What the device of a door or window means by 1. The facts are already translated: 1 is open. */
  trueMeans?: ContactMeaning | null;
  /** When the probe itself began to report a fault. */
  faultyAt: Moment | null;
  /** The fault that a study of its readings found, and since when. */
  fault?: SensorFault | null;
  faultySince?: Moment | null;
  /** The owner's choice; null or absent until then. `placementOf` returns the placement that counts. */
  placement?: Placement | null;
  placementGuess?: PlacementGuess | null;
  /** The usual temperatures of its room by the hour; null or absent until enough days are known. */
  weekFloor?: WeekFloor | null;
  settings: Overrides;
  /** The newest reading; null for a probe that has only ever reported that it is unplugged. */
  value: number | null;
  /** The newest reading's time by our clock, even if the device's own clock is wrong. */
  at: Moment | null;
  /** The reading before the newest; null if there is none. */
  valueBefore: number | null;
  /** When the value stopped changing while its siblings' did; null if it changes, absent if not examined. */
  stuckAt?: Moment | null;
};

/** Returns a temperature sensor's reading in °C, or null for another sensor or without a reading. */
export const celsiusOf = ({ kind, unit, value }: Pick<SensorFacts, "kind" | "unit" | "value">) =>
  kind !== "temperature" || value === null || unit === null ? null : convert(value, unit, "°C");

export type RuleFacts = { id: string; sensorId: string; settings: RuleSettings };

/** A stored episode state and the version to commit over; a subject without a row has version 0. */
export type StateFacts = { kind: AlertKind; subject: string; version: number; state: unknown };

/** One device's facts, with the sensors whose latest value has just changed. */
export type IngestFacts = {
  household: HouseholdFacts;
  device: DeviceFacts;
  sensors: SensorFacts[];
  rules: RuleFacts[];
  states: StateFacts[];
};

/** A sensor, and the numbers under which its history is stored. */
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

/** Facts from outside the household that a tick evaluates with it. */
export type Surroundings = {
  /** Readings of the last hours by sensor id, only for sensors that need them. */
  series: ReadonlyMap<string, Series>;
  /** Outdoor temperatures, past and forecast; null without a location or without an answer. */
  forecast: { fetchedAt: Moment; hours: readonly Point[] } | null;
  /** When our own ticks didn't run. */
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

/** Returns the best name for where a sensor is: its room, its device's name or its own label. */
export const placeOf = (device: DeviceFacts, sensor: SensorFacts): string =>
  [device.space, device.name, sensor.label].find((name) => name !== "") ?? "";

type StateOf = (kind: AlertKind, subject: string) => { version: number; state: EpisodeState };

/**
 * Indexes the stored states by kind and subject; a missing row is version 0 without an episode. Cached: each of a
 * home's sensors needs it.
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

/** Returns the states of all alerts that notify of a room's cold. */
export const coldOf = (stateOf: StateOf, household: string, sensor: string): EpisodeState[] =>
  [stateOf("heating_stopped", household), stateOf("freeze", sensor), stateOf("time_to_freeze", sensor)].map(
    ({ state }) => state,
  );

/**
 * Returns the facts as they were when one of a sensor's past readings came. The first one counts as unchanged: the
 * history begins before it. Of the device's intervals only the last one is among them.
 */
export function factsAt({ device, sensor }: Placed<SensorFacts>, readings: Series, index: number) {
  const { value = null, at = null } = readings[index] ?? {};
  const before = readings[index - 1];
  const gaps = at === null || before === undefined ? [] : [(at - before.at) / SECOND_MS];
  return {
    household: { id: "", quiet: NO_QUIET, settings: {} },
    device: { ...device, lastSeenAt: at, gaps },
    sensor: { ...sensor, ...BELIEVED, value, at, valueBefore: before?.value ?? value },
    sensors: [],
    rules: [],
  };
}

const BELIEVED = { faultyAt: null, fault: null, stuckAt: null } as const;
