import type { AlertKind } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import { advance, BASE_COURSE } from "./advance.ts";
import { type AlertSubject, type Change, changeOf } from "./change.ts";
import { readEpisodeState } from "./episode.ts";
import type { CloseReason } from "./finding.ts";
import { NO_QUIET, type Quiet } from "./quiet/quiet.ts";
import type { RuleSettings, SettingsOf } from "./settings.ts";

/** An open episode that a device or one of its sensors owns. */
export type OwnedEpisode = {
  kind: AlertKind;
  subject: string;
  version: number;
  state: unknown;
  about: AlertSubject;
  /** The settings of its last finding: the rule that it ran by. */
  settings: SettingsOf[AlertKind];
};

/**
 * Why a device gives up its alerts: it is switched off, deleted, stands somewhere else now, or was misread.
 */
export type EndReason = Extract<CloseReason, "disabled" | "removed" | "moved" | "misread">;

/** The end of each of them, told like any other end. */
export const endOwned = (
  episodes: readonly OwnedEpisode[],
  quiet: Quiet,
  reason: EndReason,
  now: Moment,
): Change[] =>
  episodes.flatMap(({ kind, subject, version, state: stored, about, settings }) => {
    const known = { version, state: readEpisodeState(stored) };
    const scene = { kind, subject, quiet, trust: { is: "ok" }, settings } as const;
    return changeOf(known, kind, subject, about, (state) =>
      advance(state, { is: "over", reason }, BASE_COURSE, scene, now),
    );
  });

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
