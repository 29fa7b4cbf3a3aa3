import type { Moment } from "../../kernel/time.ts";
import { advance, BASE_COURSE } from "../advance.ts";
import type { EpisodeState } from "../episode.ts";
import type { Limit } from "../evidence.ts";
import type { Judged } from "../finding.ts";
import { isSnoozed } from "../quiet-hours.ts";
import { plain } from "../reason.ts";
import { record } from "../record.ts";
import {
  provenUntil,
  remindAfter,
  type SensorInput,
  sceneOf,
  sensorEvidence,
  type TimedValue,
  verdictOn,
} from "../sensor-input.ts";
import type { LeakSettings } from "../settings.ts";
import type { Course, Verdict } from "../verdict.ts";
import { isDampNews, isWithinASpell, spellsOf, waitMs, withDampNotified, withSpell } from "./damp-spells.ts";

const WET: Limit = { name: "wet", is: "equals", value: 1, unit: null, forMs: 0 };

/**
 * Water where there should be none: always critical, told again until somebody takes it on. From the third short wetting
 * of a day on, or the fourth of a week, it is told that it keeps getting damp, unless it stays wet for longer or another
 * sensor is wet, too.
 * Subject: the sensor.
 */
export function judgeLeak(
  state: EpisodeState,
  input: SensorInput,
  settings: LeakSettings,
  now: Moment,
): Judged {
  const scene = { kind: "leak", ...sceneOf(input), settings } as const;
  const isWetElsewhere = input.isElsewhereWet === true;
  const course: Course = {
    ...BASE_COURSE,
    forMs: isWetElsewhere ? 0 : waitMs(state, now),
    closing: { readings: 1, ms: settings.dryMs },
    // That it is dry again was told of the first of them; from the third on one line says it all.
    tellsEnd: !isWithinASpell(state, now),
    remind:
      isWithinASpell(state, now) && !isWetElsewhere
        ? null
        : remindAfter(state, input, settings.remindMs, now, "leak"),
  };
  const verdict = verdictOn(state, input, settings.enabled, now, (reading) => measure(input, reading, now));
  const judged = advance(state, verdict, course, scene, now);
  if (judged.state === state || verdict.is !== "measured") return judged;
  const after = { ...judged, state: withSpell(state, judged.state, now) };
  if (!isDampNews(state, after.state, now) || isSnoozed(input.quiet, now)) return after;
  const { spells, days } = spellsOf(after.state, now);
  const more = { ...verdict.evidence.more, damp_spells: spells, damp_days: days };
  const damp = { ...verdict, evidence: { ...verdict.evidence, more }, why: plain("keeps_getting_damp") };
  const noted = { ...after, state: withDampNotified(after.state, now) };
  return record(noted, { verdict: damp, course, scene, now }, { transition: "flapping", suppressedBy: null });
}

/** Any value but 0 is wet: the sensors that send numbers send 1, or how wet it is. */
function measure(input: SensorInput, reading: TimedValue, now: Moment): Verdict {
  const severity = reading.value !== 0 ? "critical" : null;
  return {
    is: "measured",
    severity,
    holds: severity,
    badness: 0,
    rung: 0,
    evidence: sensorEvidence(input, reading),
    limit: WET,
    why: plain(severity === null ? "dry" : "water"),
    provenUntil: provenUntil(input, reading.at, now),
  };
}
