import type { AlertKind } from "../../../../schema/vocabulary.ts";
import { HOUR_MS, type Moment } from "../../time.ts";
import { type EpisodeState, readEpisodeState, type Told } from "../episode.ts";
import type { StateFacts } from "../facts.ts";
import { OWNER_KINDS, type Owner, type OwnerKind } from "./owned.ts";
import { coldRung } from "./rungs.ts";

/** Those that are open and that somebody has been told of. */
export function ownersOf(
  states: readonly StateFacts[],
  reachOf: (kind: OwnerKind, subject: string, state: EpisodeState) => Pick<Owner, "covers" | "attaches">,
  now: Moment,
): Owner[] {
  return states.flatMap(({ kind, subject, state: stored }) => {
    if (!isOwnerKind(kind)) return [];
    const state = readEpisodeState(stored);
    const { open, told, episode, severity } = state;
    if (!open || severity === null || told?.episode !== episode || now - told.at > SPEAKS_MS) return [];
    return [
      {
        kind,
        severity: told.severity,
        ...toldIn(kind === "heating_stopped" ? (told.named ?? null) : subject, told, now),
        ...reachOf(kind, subject, state),
      },
    ];
  });
}

/** What nobody was told of for so long speaks for nothing any more: its rooms are told of again. */
const SPEAKS_MS = 36 * HOUR_MS;
/** A room that was told of as critical so lately is no news once it reaches its critical limit. */
const NAMED_MS = 8 * HOUR_MS;
/** The rungs that were told of with a question, and with what is critical. */
const TOLD_RUNGS = { warning: 1, critical: 3 } as const;

function toldIn(named: string | null, told: Told, now: Moment): Pick<Owner, "toldRung" | "namedCritical"> {
  const isLately = told.criticalAt != null && now - told.criticalAt <= NAMED_MS;
  return {
    toldRung: Math.max(TOLD_RUNGS[told.severity], coldRung(-told.badness)),
    namedCritical: isLately ? named : null,
  };
}

const isOwnerKind = (kind: AlertKind): kind is OwnerKind =>
  OWNER_KINDS.some((ownerKind) => ownerKind === kind);
