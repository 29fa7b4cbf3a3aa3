import type { AlertKind, Severity, Transition } from "../../schema/vocabulary.ts";
import { DAY_MS, MINUTE_MS, type Moment } from "../kernel/time.ts";
import type { Evidence, Limit, Reason } from "../language/reason.ts";
import type { Cadence, CloseReason, EpisodeState, Notified } from "./episode.ts";
import type { Quiet } from "./quiet/quiet.ts";
import type { SettingsOf } from "./settings.ts";

/** A rule's result for its input, before the episode is considered. */
export type Verdict = Measured | Unknown | { is: "over"; reason: CloseReason };

type Unknown = {
  is: "unknown";
  why: Reason;
  /** The time of the reading that is not believed until it is repeated. */
  doubted?: Moment;
};

export type Measured = {
  is: "measured";
  /** The severity by the limits themselves; null if none is passed. It opens an episode, or makes it worse. */
  severity: Severity | null;
  /** The severity with hysteresis; null on the good side. It eases or closes an episode. */
  holds: Severity | null;
  badness: number;
  /** True if the value is so far past the limit that one reading is enough to open. */
  isClear?: boolean;
  /** A higher rung is notified again, such as less than 3 hours left. 0 for a kind without rungs. */
  rung: number;
  evidence: Evidence;
  limit: Limit | null;
  why: Reason;
  /** Subjects of other alerts that this one speaks for once it is notified; absent for none. */
  about?: readonly string[];
  /** Until when the evidence holds: now for a state; for a measure, a while after its reading. */
  provenUntil: Moment;
};

type Found = Pick<Measured, "severity" | "evidence" | "why"> & Partial<Measured>;

/** Completes a measured verdict. Defaults: no hysteresis, no rungs, no limit, and the evidence holds until now. */
export const measured = (found: Found, now: Moment): Measured => ({
  is: "measured",
  holds: found.severity,
  badness: 0,
  rung: 0,
  limit: null,
  provenUntil: now,
  ...found,
});

/** `quietMs`: the time since the step before; the home's last message must be as old, too. */
export type Reminder = { at: Moment; quietMs: number; cadence: Cadence | null };

/** How the episodes of a kind open, repeat and close. Durations are in milliseconds. */
export type Course = {
  /** The condition has to hold this long before an episode opens. */
  forMs: number;
  /** A single reading opens once it has stood for this long, a second reading at once. 0: the first reading opens. */
  sureMs: number;
  /** How many readings on the good side close (or ease) an episode, and how long they must span. */
  closing: { readings: number; ms: number };
  /** The next reminder; null for none. */
  remind: Reminder | null;
  /** A new episode isn't notified within this time after the last notice, unless it is more severe. */
  reopenQuietMs: number;
  /** An increase in badness of this much over the notified (or acknowledged) value is news; null for never. */
  worseBy: number | null;
  /** True if the end is notified; false where nobody waits for it. */
  tellsEnd: boolean;
  /** The longest pause within a habit (`HABIT_MS`); null for a kind that has no habits. */
  habitMs: number | null;
};

/** States if a sensor's readings are believed and, if not, since when. */
export type Trust = { is: "ok" } | { is: "faulty" | "stuck"; since: Moment };

/** A rule's result for an alert: its verdict, and where its episodes differ from the default course. */
export type Ruled = {
  verdict: Verdict;
  course?: Partial<Course>;
  /** The state with the rule's own notes; absent if it has none. */
  state?: EpisodeState;
  /** The settings in force, where they differ from the given ones, as on vacation. */
  settings?: SettingsOf[AlertKind];
  /** Called with the moved episode: adds the rule's notes to it, and a second message about a damp sensor. */
  settle?: (moved: EpisodeState) => { state: EpisodeState; damp?: Verdict };
};

/** The context of an evaluation. */
export type Scene = {
  kind: AlertKind;
  subject: string;
  quiet: Quiet;
  trust: Trust;
  settings: SettingsOf[AlertKind];
};

/**
 * Why a finding is recorded and not sent. `untold`: the end of something that nobody was notified of; `incident`:
 * another alert of the home speaks for it.
 */
export type SuppressedBy = "snooze" | "cooldown" | "flapping" | "untold" | "minor" | "incident";

/** One decision: what happened, on what evidence, by which rule. Enough to tell it, explain it and replay it. */
export type Finding = {
  transition: Transition;
  kind: AlertKind;
  subject: string;
  /** Identifies this finding, together with household, kind, subject and `sequence`: a permanent dedupe key. */
  episode: number;
  sequence: number;
  severity: Severity;
  previousSeverity: Severity | null;
  /** Why it isn't sent; null if it is. */
  suppressedBy: SuppressedBy | null;
  /** The alert that speaks for this one; absent for none. */
  heldBy?: { kind: AlertKind; subject: string };
  /** An opening that was suppressed at first and is notified now. */
  delayed: boolean;
  /** How often reminders come after this one, if it makes them rarer; otherwise absent. */
  cadence?: Cadence;
  /** Whose acknowledgement ended because the alert got worse; absent for nobody. */
  takenOnBy?: string;
  /** Null if there is no reading: a disabled sensor, or an unplugged probe that never sent one. */
  evidence: Evidence | null;
  limit: Limit | null;
  /** How the evidence compares with the limit, as a code with its values. */
  why: Reason;
  /** The settings in force: overrides and vacation included. */
  settings: SettingsOf[AlertKind];
  /** When the decision was made. */
  at: Moment;
  openedAt: Moment | null;
  closedAt: Moment | null;
  /** The worst measurement of the episode. */
  peak: Evidence | null;
  reason: CloseReason | null;
  /** Openings within the last hour. */
  openings: number;
};

/** `state` is the same object if nothing has changed. Findings always come with a changed state. */
export type Judged = { state: EpisodeState; findings: Finding[] };

/** What happened to an alert, and if it is sent. Absent fields have a finding's default values. */
export type Event = Pick<Finding, "transition" | "suppressedBy"> &
  Partial<Pick<Finding, "previousSeverity" | "heldBy" | "delayed" | "cadence" | "takenOnBy" | "reason">>;

/** Reminders after the first notice: at these multiples of the first delay (`first`), then daily for so many `days`. */
const LADDERS = {
  /** 1 h, 3 h, 8 h, then daily for three days; after that only reports mention the alert. */
  usual: { first: [1, 3, 8], days: 3 },
  /** After an hour and after a day: people who have read a warning three times know about it. */
  warning: { first: [1], days: 1 },
  once: { first: [1], days: 0 },
  /** After a day: a warning is no emergency. */
  mild: { first: [], days: 1 },
  /** 10 and 30 minutes, 1, 3 and 8 hours, then daily for a week; meanwhile the escalation calls others. */
  leak: { first: [1, 3, 6, 18, 48], days: 7 },
  /** Like `leak` without the first minutes: the home knows this alert from when it came before. */
  seepage: { first: [6, 18, 48], days: 7 },
  /** Daily for a week, for water that has come and gone before: none is due if it pauses as it did the day before. */
  back: { first: [], days: 7 },
} as const;

export type Ladder = keyof typeof LADDERS;

/**
 * Returns the next reminder of the open episode: `firstMs` after its first notice, then ever more rarely; null after
 * the last one, or if `firstMs` is null. Another message in the meantime moves it to the next step.
 */
export function nextReminder(
  { notified, episode, severity }: EpisodeState,
  firstMs: number | null,
  ladder: Ladder = severity === "warning" ? "warning" : "usual",
): Reminder | null {
  if (firstMs === null || notified === null || notified.episode !== episode) return null;
  const steps = stepsOf(firstMs, ladder);
  const from = notified.firstAt ?? notified.at;
  const step = steps.find((each) => from + each >= notified.at + firstMs);
  if (step === undefined) return null;
  const next = steps.find((each) => each >= step + firstMs);
  const due = { at: from + step, quietMs: step - (steps.findLast((each) => each < step) ?? 0) };
  if (next === undefined) return { ...due, cadence: "digest" };
  const isDaily = step < DAY_MS && next >= DAY_MS && steps.some((each) => each > next);
  return { ...due, cadence: isDaily ? "daily" : null };
}

/** When reminders are due, in milliseconds after the first notice, ascending. */
function stepsOf(firstMs: number, ladder: Ladder): Moment[] {
  const { first, days } = LADDERS[ladder];
  const often = first.map((times) => times * firstMs).filter((step) => days === 0 || step < DAY_MS);
  return [...often, ...Array.from({ length: days }, (_, day) => (day + 1) * DAY_MS)];
}

/** An open alert that nobody has acknowledged, and when its last message was sent. */
type Word = { kind: AlertKind; subject: string; at: Moment };

/** The last messages of a home, so that reminders of several alerts come together. */
export type Reminding = {
  /** A post can remind of water only, a tick of everything that is open. */
  occasion: "ingest" | "tick";
  words: readonly Word[];
  /** The last messages about damp air, also of alerts that are over or acknowledged. */
  damp: readonly Word[];
  /** Kinds with a reminder now: their other alerts join it, and any alert that is halfway to its own reminder. */
  due: readonly AlertKind[];
};

/** The time between two ticks. */
export const TICK_MS = 15 * MINUTE_MS;
/** After this many messages about its cold, reminders included, a home gets more only when it gets worse again. */
const WORDS_ENOUGH = 2;

/** True if a reminder about cold is due. Any cold alert's recent message counts as a reminder for all of them. */
export function isColdDue(
  { at, quietMs }: Reminder,
  notified: readonly Pick<Notified, "at" | "count">[],
  now: Moment,
): boolean {
  const words = notified.reduce((all, { count }) => all + count, 0);
  // At the next tick, a message of the last one is a moment younger than the time between two ticks.
  const isQuiet = notified.every((word) => now - word.at >= quietMs - TICK_MS);
  return now >= at && words < WORDS_ENOUGH && isQuiet;
}

/**
 * True if a reminder is due. Several alerts of a kind share one: a message about one of them replaces the step that is
 * due, and a tick, which knows them all, sends them together. A single alert keeps its own steps.
 */
export function isDueAmong(
  { at, quietMs }: Reminder,
  { kind, subject, at: notifiedAt }: Word,
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

/** True if another room's message covers this damp air: once a day a tick reports all damp rooms together. */
export const isSaidOfAnother = (
  { kind, subject }: Pick<Word, "kind" | "subject">,
  { occasion, damp }: Reminding,
  now: Moment,
): boolean =>
  kind === "humidity" &&
  damp.some((word) => word.subject !== subject && (occasion === "ingest" || now - word.at < DAY_MS));
