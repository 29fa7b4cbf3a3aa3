import type { Moment } from "../../kernel/time.ts";
import type { Change } from "../change.ts";
import { endOwned } from "../end-owned.ts";
import { NO_QUIET } from "../quiet-hours.ts";
import type { RuleSettings } from "../settings.ts";

/** A rule that is switched off, and the state of its episodes. */
export type StoppedRule = {
  id: string;
  sensorId: string;
  settings: RuleSettings;
  version: number;
  state: unknown;
};

/** The end of its open episode, as the rule would end it that finds itself switched off. */
export function closeEpisodeOf(
  { id, sensorId, settings, version, state }: StoppedRule,
  now: Moment,
): Change[] {
  const about = { title: settings.name, deviceId: null, sensorId };
  const off = { ...settings, enabled: false };
  const episode = { kind: "rule", subject: id, version, state, about, settings: off } as const;
  return endOwned([episode], NO_QUIET, "disabled", now);
}
