import { coolingOutlook, type Outlook } from "../time-to-freeze/estimate.ts";
import { celsiusPoints, type Point } from "../time-to-freeze/points.ts";
import { type Change, changeOf, stateIndex } from "./change.ts";
import type { Moment } from "./evidence.ts";
import { aboutOf } from "./judge-sensors.ts";
import { ALERT_RULES } from "./registry.ts";
import { type Series, trustOf } from "./sensor-truth.ts";
import { settingsFor } from "./settings.ts";
import type { TickDevice, TickFacts, TickSensor } from "./tick-facts.ts";

/** A time constant that is worth remembering. */
export type Learned = { sensorId: string; tauHours: number };

type Around = { series: ReadonlyMap<string, Series>; forecast: { hours: readonly Point[] } | null };

const STRETCH_HOURS_MIN = 3;

/** How long each temperature sensor of a device has until it freezes. */
export function judgeCooling(
  facts: TickFacts,
  { device, sensors }: TickDevice,
  around: Around,
  now: Moment,
): { changes: Change[]; learned: Learned[] } {
  const judged = sensors
    .filter(({ id, kind }) => kind === "temperature" && around.series.has(id))
    .map((sensor) => {
      const points = pointsOf(sensor, around.series);
      const outlook = judgedOutlook(facts, sensor, points, around.forecast?.hours ?? [], now);
      return {
        changes: change(facts, device, sensor, outlook, points.at(-1) ?? null, now),
        learned: learn(sensor, outlook),
      };
    });
  return {
    changes: judged.flatMap(({ changes }) => changes),
    learned: judged.flatMap(({ learned }) => learned),
  };
}

/** What a sensor's cooling comes to, by all that is known of its home. */
export const judgedOutlook = (
  _facts: TickFacts,
  sensor: TickSensor,
  points: readonly Point[],
  outdoor: readonly Point[],
  now: Moment,
): Outlook => coolingOutlook({ points, outdoor, rememberedTauHours: sensor.tauHours }, now);

function change(
  { household, states }: TickFacts,
  device: TickDevice["device"],
  sensor: TickSensor,
  outlook: Outlook,
  latest: Point | null,
  now: Moment,
): Change[] {
  const input = {
    subject: sensor.id,
    quiet: household.quiet,
    enabled: device.enabled,
    sensorId: sensor.id,
    deviceId: device.id,
    outlook,
    latest,
    trust: trustOf(sensor.faultyAt, sensor.stuckAt ?? null),
  };
  const settings = settingsFor("time_to_freeze", household.settings, device.settings, sensor.settings);
  const about = aboutOf(device, sensor);
  return changeOf(
    stateIndex(states)("time_to_freeze", sensor.id),
    "time_to_freeze",
    sensor.id,
    about,
    (state) => ALERT_RULES.time_to_freeze(state, input, settings, now),
  );
}

function learn(sensor: TickSensor, outlook: Outlook): Learned[] {
  if (outlook.is !== "cooling") return [];
  const { basis, stretchHours, tauHours } = outlook.estimate;
  const isWorthIt = basis === "fitted" && stretchHours >= STRETCH_HOURS_MIN;
  return isWorthIt ? [{ sensorId: sensor.id, tauHours }] : [];
}

/** A temperature sensor's readings in °C. */
export const pointsOf = (sensor: TickSensor, series: ReadonlyMap<string, Series>): Point[] =>
  celsiusPoints((series.get(sensor.id) ?? []).map((reading) => ({ ...reading, unit: sensor.unit })));
