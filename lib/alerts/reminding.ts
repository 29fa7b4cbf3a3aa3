import type { AlertKind } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import type { Change } from "./change.ts";
import { notifiedOfThis, readEpisodeState } from "./episode.ts";
import type { HouseholdFacts, StateFacts } from "./facts.ts";
import { isNotifiedEnough, isOfStory, lastWordAt, TICK_MS } from "./incident/owned.ts";
import type { Quiet, Reminding } from "./quiet/quiet.ts";
import type { Reminder } from "./verdict.ts";

export function withReminding<F extends { household: HouseholdFacts; states: readonly StateFacts[] }>(
  facts: F,
  occasion: Reminding["occasion"],
  due: Reminding["due"] = [],
): F {
  const words = facts.states.flatMap(({ kind, subject, state: stored }) => {
    const state = readEpisodeState(stored);
    const notified = notifiedOfThis(state);
    return state.open && state.ack === null && notified !== null ? [{ kind, subject, at: notified.at }] : [];
  });
  const { household } = facts;
  const quiet = { ...household.quiet, reminding: { occasion, words, due } };
  return { ...facts, household: { ...household, quiet } };
}

/** The kinds of which a home is reminded by these changes. */
export const remindedKinds = (changes: readonly Change[]): AlertKind[] =>
  changes.flatMap(({ kind, findings }) =>
    findings.some(({ transition, suppressedBy }) => transition === "reminded" && suppressedBy === null)
      ? [kind]
      : [],
  );

type Due = { kind: AlertKind; subject: string; notifiedAt: Moment };

export function isReminderDue(reminder: Reminder, due: Due, quiet: Quiet, now: Moment): boolean {
  return isOfStory(due.kind)
    ? isColdDue(reminder, quiet.owners, now)
    : isDueAmong(reminder, due, quiet.reminding ?? { occasion: "tick", words: [], due: [] }, now);
}

/** A home is reminded of its cold by one alert at a time: what another one has just said was a reminder, too. */
function isColdDue({ at, quietMs }: Reminder, owners: Quiet["owners"], now: Moment): boolean {
  const lastWord = lastWordAt(owners);
  const isQuiet = lastWord === null || now - lastWord >= quietMs - TICK_MS;
  return now >= at && !isNotifiedEnough(owners) && isQuiet;
}

/**
 * A home is reminded of several alerts of a kind as of one: what another of them has just said stands for the step that is
 * due, and all come at once, with the tick that knows them. Whoever is alone keeps to its own steps.
 */
function isDueAmong(
  { at, quietMs }: Reminder,
  { kind, subject, notifiedAt }: Due,
  { occasion, words, due }: Reminding,
  now: Moment,
): boolean {
  if (due.includes(kind)) return true;
  const others = words.filter((word) => word.kind === kind && word.subject !== subject);
  if (occasion === "ingest" && (kind !== "leak" || others.length > 0)) return false;
  const isSoon = due.length > 0 && now - notifiedAt >= (at - notifiedAt) / 2;
  return (
    (now >= at || isSoon) && others.every((word) => now - word.at >= quietMs - Math.min(TICK_MS, quietMs / 2))
  );
}
