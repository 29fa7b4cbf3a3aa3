import { type Assessment, advance, assess } from "../../../lib/alerts/advance.ts";
import type { Speaker } from "../../../lib/alerts/decide/speaks-for.ts";
import { tell } from "../../../lib/alerts/decide/tell.ts";
import { type EpisodeState, NO_EPISODE, type Notified } from "../../../lib/alerts/episode.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import type { Course, Finding, Measured, Ruled, Scene, Verdict } from "../../../lib/alerts/verdict.ts";
import { settingsFor } from "../../../lib/devices/alert-settings.ts";
import { plain, type Reason } from "../../../lib/language/reason.ts";
import type { AlertKind, Severity } from "../../../schema/vocabulary.ts";
import { MINUTE, T0 } from "./posts.ts";
import { householdOf } from "./things.ts";

/** The limit of every verdict here: verdicts, courses and states are those of no kind in particular. */
export const LIMIT = { name: "warning", is: "at_or_below", value: 40, unit: "°F", forMs: 0 } as const;

export const at = (minute: number): number => T0 + minute * MINUTE;

export const evidenceAt = (minute: number) => ({
  value: 38,
  unit: "°F",
  at: at(minute),
  sensorId: "sen_1",
  deviceId: "dev_1",
});

/** The reason of every measured verdict here. */
const BELOW_LIMIT: Reason = {
  code: "limit",
  values: {
    value: { value: 38, unit: "°F" },
    how: "at_or_below",
    name: null,
    limit: { value: 40, unit: "°F" },
  },
};

/** A measured verdict of this severity, on a reading taken at the minute of its evaluation. */
export const measured = (
  minute: number,
  severity: Severity | null,
  rest: Partial<Measured> = {},
): Measured => ({
  is: "measured",
  severity,
  holds: severity,
  badness: 0,
  rung: 0,
  evidence: evidenceAt(minute),
  limit: LIMIT,
  why: BELOW_LIMIT,
  provenUntil: at(minute),
  ...rest,
});

export const UNKNOWN: Verdict = { is: "unknown", why: plain("no_reading") };

export const sceneOf = (rest: Partial<Scene> = {}): Scene => ({
  kind: "freeze",
  subject: "sen_1",
  quiet: NO_QUIET,
  trust: { is: "ok" },
  settings: settingsFor("freeze"),
  ...rest,
});

export type Step = {
  minute: number;
  verdict: Verdict;
  course?: Partial<Course>;
  scene?: Partial<Scene>;
  /** The home's alerts that speak for others; absent for none. */
  speakers?: Speaker[];
};

/** Applies one verdict after another to an episode. */
export function advanceAll(steps: readonly Step[], from: EpisodeState = NO_EPISODE) {
  let state = from;
  const findings: Finding[] = [];
  for (const { minute, verdict, course, scene, speakers = [] } of steps) {
    const assessed = advance(state, { verdict, course: course ?? {} }, sceneOf(scene), at(minute));
    const judged = tell({
      ...assessed,
      speakers,
      reminding: { occasion: "tick", words: [], damp: [], due: [] },
    });
    state = judged.state;
    findings.push(...judged.findings);
  }
  return { state, findings };
}

/** Assesses an alert of Ada's home by a rule's result. */
export const assessed = (
  kind: AlertKind,
  subject: string,
  state: EpisodeState,
  ruled: Ruled,
  now: number,
): Assessment =>
  assess(
    { household: householdOf(), states: [{ kind, subject, version: 1, state }] },
    { kind, subject, about: { title: "", deviceId: null, sensorId: null }, settings: settingsFor("freeze") },
    () => ruled,
    now,
  );

/** The first notice of the first episode, sent when it opened. */
export const notifiedAt = (minute: number, rest: Partial<Notified> = {}): Notified => ({
  episode: 1,
  at: at(minute),
  firstAt: at(minute),
  count: 1,
  severity: "warning",
  criticalAt: null,
  badness: 0,
  rung: 0,
  ...rest,
});

/** The first episode, open as a warning since T0 and notified at once. */
export const openState = (rest: Partial<EpisodeState> = {}): EpisodeState => ({
  ...NO_EPISODE,
  open: true,
  episode: 1,
  severity: "warning",
  openedAt: T0,
  peak: { evidence: evidenceAt(0), badness: 0 },
  notified: notifiedAt(0),
  openings: [T0],
  findings: 1,
  ...rest,
});

/** A notified alert of the home that speaks for others. */
export const speaker = (
  rest: Partial<Omit<Speaker, "notified">> = {},
  told: Partial<Notified> = {},
): Speaker => ({
  kind: "incident",
  subject: "hh_1",
  notified: notifiedAt(0, told),
  covers: [],
  isSilence: false,
  isForgotten: false,
  isToldOfForty: false,
  ...rest,
});
