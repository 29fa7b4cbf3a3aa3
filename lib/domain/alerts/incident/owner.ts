import type { AlertKind } from "../../../../schema/vocabulary.ts";
import { type EpisodeState, readEpisodeState } from "../episode.ts";
import type { StateFacts } from "../facts.ts";
import { OWNER_KINDS, type Owner, type OwnerKind } from "./owned.ts";

/** Those that are open and that somebody has been told of. */
export function ownersOf(
  states: readonly StateFacts[],
  coveredBy: (kind: OwnerKind, state: EpisodeState) => readonly string[],
): Owner[] {
  return states.flatMap(({ kind, state: stored }) => {
    if (!isOwnerKind(kind)) return [];
    const state = readEpisodeState(stored);
    const isHeard = state.open && state.told?.episode === state.episode;
    return isHeard && state.severity !== null
      ? [{ kind, severity: state.severity, covers: coveredBy(kind, state) }]
      : [];
  });
}

const isOwnerKind = (kind: AlertKind): kind is OwnerKind =>
  OWNER_KINDS.some((ownerKind) => ownerKind === kind);
