import type { AlertKind } from "../../../schema/vocabulary.ts";
import type { Moment } from "../../kernel/time.ts";
import type { Assessed, Assessment } from "../advance.ts";
import { type EpisodeState, notifiedOfThis, readEpisodeState } from "../episode.ts";
import type { AlertSubject, StateFacts } from "../facts.ts";
import type { Finding, Judged, Reminding } from "../verdict.ts";
import { type HomeDevices, speakersOf } from "./speaks-for.ts";
import { type HomeTold, tell } from "./tell.ts";

/** A changed state, to be committed only over the version that it was decided on. */
export type Change = StateFacts & { state: EpisodeState; findings: Finding[]; about: AlertSubject };

/** A home's stored alerts, before the assessments at hand. */
export type Home = HomeDevices & { states: StateFacts[] };

/** Decided first, in this order: these speak for most other alerts, which are then suppressed in the same decision. */
const FIRST: readonly AlertKind[] = ["incident", "heating_stopped"];

/**
 * Decides what to notify a home of, with all its alerts in hand: at most one notice for each alert, or why it isn't
 * sent. If a reminder is due, other alerts of its kind are reminded with it.
 */
export function decide(
  home: Home,
  assessments: readonly Assessment[],
  occasion: Reminding["occasion"],
  now: Moment,
): Change[] {
  const known = home.states.map((row) => ({ ...row, state: readEpisodeState(row.state) }));
  const words = known.flatMap(({ kind, subject, state }) => {
    const notified = notifiedOfThis(state);
    return state.open && state.ack === null && notified !== null ? [{ kind, subject, at: notified.at }] : [];
  });
  const damp = known.flatMap(({ kind, subject, state: { notified } }) =>
    kind === "humidity" && notified !== null ? [{ kind, subject, at: notified.at }] : [],
  );
  const reminding: Reminding = { occasion, words, damp, due: [] };
  const changes = decideOnce(home, assessments, reminding, now);
  const due = occasion === "tick" ? remindedKinds(changes) : [];
  return due.length === 0 ? changes : decideOnce(home, assessments, { ...reminding, due }, now);
}

function decideOnce(home: Home, assessments: readonly Assessment[], reminding: Reminding, now: Moment) {
  const others = assessments.filter(({ scene }) => !FIRST.includes(scene.kind));
  const stages = [...FIRST.map((kind) => assessments.filter(({ scene }) => scene.kind === kind)), others];
  const changes: Change[] = [];
  for (const stage of stages) {
    const speakers = speakersOf(statesAfter(home.states, changes), home, now);
    changes.push(...stage.flatMap((assessment) => changeOf(assessment, { speakers, reminding })));
  }
  return changes;
}

/** Returns no change if the state is the same object: then there is nothing to store. */
function changeOf({ known, version, about, ...assessed }: Assessment, home: HomeTold): Change[] {
  const { state, findings } = tell({ ...assessed, ...home });
  const { kind, subject } = assessed.scene;
  return state === known ? [] : [{ kind, subject, version, state, findings, about }];
}

const remindedKinds = (changes: readonly Change[]): AlertKind[] =>
  changes.flatMap(({ kind, findings }) =>
    findings.some(({ transition, suppressedBy }) => transition === "reminded" && suppressedBy === null)
      ? [kind]
      : [],
  );

/** The states as they will stand once the changes are committed. */
export function statesAfter(states: StateFacts[], changes: readonly StateFacts[]): StateFacts[] {
  if (changes.length === 0) return states;
  const keyOf = ({ kind, subject }: StateFacts) => `${kind}/${subject}`;
  const replaced = new Set(changes.map(keyOf));
  return [...states.filter((row) => !replaced.has(keyOf(row))), ...changes];
}

const ALONE: HomeTold = { speakers: [], reminding: { occasion: "tick", words: [], damp: [], due: [] } };

/** Decides alerts that no other alert can speak for, such as the end of one whose device was deleted. */
export const decideAlone = (assessments: readonly Assessment[]): Change[] =>
  assessments.flatMap((each) => changeOf(each, ALONE));

/** Decides one alert without the home's others. */
export const tellAlone = (assessed: Assessed): Judged => tell({ ...assessed, ...ALONE });
