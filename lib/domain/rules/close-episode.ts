import { type Change, changeOf } from "../alerts/change.ts";
import { readEpisodeState } from "../alerts/episode.ts";
import { NO_QUIET } from "../alerts/quiet.ts";
import { ALERT_RULES } from "../alerts/registry.ts";
import type { SensorInput } from "../alerts/sensor-input.ts";
import type { RuleSettings } from "../alerts/settings.ts";
import type { Moment } from "../time.ts";

/** A rule that is switched off, and the state of its episodes. */
export type StoppedRule = {
  id: string;
  sensorId: string;
  settings: RuleSettings;
  version: number;
  state: unknown;
};

/** The end of its open episode, by the very rule that would find it disabled at the next reading. */
export function closeEpisodeOf(rule: StoppedRule, now: Moment): Change[] {
  const known = { version: rule.version, state: readEpisodeState(rule.state) };
  const about = { title: rule.settings.name, deviceId: null, sensorId: rule.sensorId };
  const settings = { ...rule.settings, enabled: false };
  return changeOf(known, "rule", rule.id, about, (state) =>
    ALERT_RULES.rule(state, silentInput(rule), settings, now),
  );
}

/** No reading is asked for what is off. */
const silentInput = ({ id, sensorId }: StoppedRule): SensorInput => ({
  subject: id,
  quiet: NO_QUIET,
  enabled: false,
  sensorId,
  deviceId: "",
  isState: false,
  reading: null,
  latestAt: null,
  usualIntervalMs: null,
  trust: { is: "ok" },
  occasion: "tick",
});
