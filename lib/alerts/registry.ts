import type { AlertKind } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import type { Assessed } from "./advance.ts";
import { type AlertSubject, type Assessment, assess, stateIndex } from "./assessment.ts";
import type { EpisodeState } from "./episode.ts";
import type { StateFacts } from "./facts.ts";
import { type ForecastInput, judgeForecast } from "./kinds/forecast.ts";
import { type HeatingInput, judgeHeatingStopped } from "./kinds/heating-stopped.ts";
import { type IncidentInput, judgeIncident } from "./kinds/incident.ts";
import { judgeOutage, type OutageInput } from "./kinds/outage.ts";
import { judgeSensorFault, type SensorFaultInput } from "./kinds/sensor-fault.ts";
import { judgeTimeToFreeze, type TimeToFreezeInput } from "./kinds/time-to-freeze.ts";
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
 * the very same state object.
 */
export type AlertRule<K extends AlertKind> = (
  state: EpisodeState,
  input: InputOf[K],
  settings: SettingsOf[K],
  now: Moment,
) => Assessed;

export const ALERT_RULES: { [K in AlertKind]: AlertRule<K> } = {
  ...SENSOR_RULES,
  outage: judgeOutage,
  forecast: judgeForecast,
  time_to_freeze: judgeTimeToFreeze,
  heating_stopped: judgeHeatingStopped,
  sensor_fault: judgeSensorFault,
  incident: judgeIncident,
};

/** Assesses one subject by its kind's rule. */
export function assessBy<K extends AlertKind>(
  kind: K,
  states: readonly StateFacts[],
  about: AlertSubject,
  input: InputOf[K],
  settings: SettingsOf[K],
  now: Moment,
): Assessment {
  const rule: AlertRule<K> = ALERT_RULES[kind];
  return assess(stateIndex(states)(kind, input.subject), about, (state) => rule(state, input, settings, now));
}
