import type { AlertKind } from "../../schema/vocabulary.ts";
import { type EpisodeState, readEpisodeState } from "./episode.ts";
import type { StateFacts } from "./facts.ts";
import type { Finding, Judged } from "./finding.ts";

/** What an episode is about, as it is told. */
export type AlertSubject = { title: string; deviceId: string | null; sensorId: string | null };

/** A state that has moved, to be committed over the version that it was judged from. */
export type Change = {
  kind: AlertKind;
  subject: string;
  expectedVersion: number;
  state: EpisodeState;
  findings: Finding[];
  about: AlertSubject;
};

type StateOf = (kind: AlertKind, subject: string) => { version: number; state: EpisodeState };

/** A home's states are asked for by each of its sensors. */
const indexes = new WeakMap<readonly StateFacts[], StateOf>();

/** The stored states by kind and subject; what has no row yet is version 0 and no episode. */
export function stateIndex(states: readonly StateFacts[]): StateOf {
  const index = indexes.get(states) ?? newIndex(states);
  indexes.set(states, index);
  return index;
}

function newIndex(states: readonly StateFacts[]): StateOf {
  const rows = new Map(states.map((row) => [`${row.kind}/${row.subject}`, row]));
  return (kind, subject) => {
    const row = rows.get(`${kind}/${subject}`);
    return { version: row?.version ?? 0, state: readEpisodeState(row?.state) };
  };
}

/** Judges one subject; empty where nothing has moved, since then there is nothing to store. */
export function changeOf(
  known: { version: number; state: EpisodeState },
  kind: AlertKind,
  subject: string,
  about: AlertSubject,
  judge: (state: EpisodeState) => Judged,
): Change[] {
  const { state, findings } = judge(known.state);
  if (state === known.state) return [];
  return [{ kind, subject, expectedVersion: known.version, state, findings, about }];
}
