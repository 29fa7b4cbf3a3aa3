import type { AlertKind } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import type { EpisodeState } from "./episode.ts";
import type { StateFacts } from "./facts.ts";
import type { Judged } from "./finding.ts";
import { type ForecastInput, judgeForecast } from "./kinds/forecast.ts";
import { type HeatingInput, judgeHeatingStopped } from "./kinds/heating-stopped.ts";
import { type IncidentInput, judgeIncident } from "./kinds/incident.ts";
import { judgeOutage, type OutageInput } from "./kinds/outage.ts";
import { judgeSensorFault, type SensorFaultInput } from "./kinds/sensor-fault.ts";
import { judgeTimeToFreeze, type TimeToFreezeInput } from "./kinds/time-to-freeze.ts";
import { type AlertSubject, type Change, changeOf, stateIndex } from "./record.ts";
import type { SensorInput } from "./sensor-input.ts";
import { SENSOR_RULES } from "./sensor-rules.ts";
import type { SettingsOf } from "./settings.ts";

export type InputOf = {
  freeze: SensorInput;
  humidity: SensorInput;
  leak: SensorInput;
  outage: OutageInput;
  forecast: ForecastInput;
  time_to_freeze: TimeToFreezeInput;
  heating_stopped: HeatingInput;
  cold_storage: SensorInput;
  sensor_fault: SensorFaultInput;
  incident: IncidentInput;
  rule: SensorInput;
};

/**
 * Pure: the same state, input, settings and moment always give the same answer. Where nothing has moved it is
 * the very same state object, and there are no findings.
 */
export type AlertRule<K extends AlertKind> = (
  state: EpisodeState,
  input: InputOf[K],
  settings: SettingsOf[K],
  now: Moment,
) => Judged;

export const ALERT_RULES: { [K in AlertKind]: AlertRule<K> } = {
  ...SENSOR_RULES,
  outage: judgeOutage,
  forecast: judgeForecast,
  time_to_freeze: judgeTimeToFreeze,
  heating_stopped: judgeHeatingStopped,
  sensor_fault: judgeSensorFault,
  incident: judgeIncident,
};

/** Judges one subject by its kind's rule; empty where nothing has moved, since then there is nothing to store. */
export function judgeBy<K extends AlertKind>(
  kind: K,
  states: readonly StateFacts[],
  about: AlertSubject,
  input: InputOf[K],
  settings: SettingsOf[K],
  now: Moment,
): Change[] {
  const rule: AlertRule<K> = ALERT_RULES[kind];
  const known = stateIndex(states)(kind, input.subject);
  return changeOf(known, kind, input.subject, about, (state) => rule(state, input, settings, now));
}
