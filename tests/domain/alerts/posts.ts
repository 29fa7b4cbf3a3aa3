import { advance } from "../../../lib/alerts/advance.ts";
import { tellAlone } from "../../../lib/alerts/decide/decide.ts";
import type { EpisodeState } from "../../../lib/alerts/episode.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import type { SensorInput, SensorRule } from "../../../lib/alerts/sensor-input.ts";
import type { SettingsOf } from "../../../lib/alerts/settings.ts";
import type { Finding, Judged } from "../../../lib/alerts/verdict.ts";
import type { AlertKind } from "../../../schema/vocabulary.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** Saturday, January 16, 2027, 3:00 UTC. */
export const T0 = Date.UTC(2027, 0, 16, 3, 0);

export type Post = Partial<SensorInput> & { value?: number; unit?: string | null; at?: number };

/** A post of Ada's crawlspace sensor, which arrives at the time of its measurement. */
export function post(now: number, { value, unit = "°F", at = now, ...rest }: Post = {}): SensorInput {
  return {
    quiet: NO_QUIET,
    sensorId: "sen_1",
    deviceId: "dev_1",
    isState: false,
    reading: value === undefined ? null : { value, unit, at },
    usualIntervalMs: 5 * MINUTE,
    trust: { is: "ok" },
    occasion: "ingest",
    ...rest,
  };
}

type Judge = (state: EpisodeState, input: SensorInput, now: number) => Judged;

/** Decides a sensor's alert by itself, without the home's other alerts. */
export const judgedBy =
  <K extends AlertKind>(kind: K, rule: SensorRule<SettingsOf[K]>, settings: SettingsOf[K]): Judge =>
  (state, input, now) => {
    const scene = { kind, subject: "sen_1", quiet: input.quiet, trust: input.trust, settings };
    return tellAlone(advance(state, rule(state, input, settings, now), scene, now));
  };

/** `opened warning`, `closed warning`; suppressed findings are in brackets with the reason. */
export const notified = (findings: Finding[]): string[] =>
  findings.map(({ transition, severity, suppressedBy, delayed }) => {
    const text = `${delayed ? "late " : ""}${transition} ${severity}`;
    return suppressedBy === null ? text : `[${suppressedBy}: ${text}]`;
  });
