import type { AlertKind } from "../../../../schema/vocabulary.ts";
import { type EpisodeState, readEpisodeState } from "../episode.ts";
import type { StateFacts } from "../facts.ts";
import { OWNER_KINDS, type Owner, type OwnerKind } from "./owned.ts";

/** Those that are open and that somebody has been told of. */
export function ownersOf(
  states: readonly StateFacts[],
  reachOf: (kind: OwnerKind, state: EpisodeState) => Pick<Owner, "covers" | "attaches">,
): Owner[] {
  return states.flatMap(({ kind, state: stored }) => {
    if (!isOwnerKind(kind)) return [];
    const state = readEpisodeState(stored);
    const { open, told, episode, severity } = state;
    return open && severity !== null && told?.episode === episode
      ? [{ kind, severity, toldRung: told.rung, ...reachOf(kind, state) }]
      : [];
  });
}

const isOwnerKind = (kind: AlertKind): kind is OwnerKind =>
  OWNER_KINDS.some((ownerKind) => ownerKind === kind);
