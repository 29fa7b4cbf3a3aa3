import type { AlertKind, Severity, Transition } from "../../schema/vocabulary.ts";
import { DAY_MS, MINUTE_MS, type Moment } from "../kernel/time.ts";
import type { Evidence, Limit, Reason, StoredReason } from "../language/reason.ts";
import type { Cadence, CloseReason, EpisodeState, Notified } from "./episode.ts";
import type { Quiet } from "./quiet/quiet.ts";
import type { SettingsOf } from "./settings.ts";

/** What a rule makes of its input, before the episode is considered. */
export type Verdict = Measured | Unknown | { is: "over"; reason: CloseReason };

type Unknown = {
  is: "unknown";
  why: Reason;
  /** The time of the reading that is not believed until it is repeated. */
  doubted?: Moment;
};

export type Measured = {
  is: "measured";
  /** How bad it is by the limits themselves; null for not at all. Opens and worsens. */
  severity: Severity | null;
  /** How bad it still counts as, hysteresis included; null on the good side. Eases and closes. */
  holds: Severity | null;
  badness: number;
  /** It is so far past the limit that one reading is enough to open. */
  isClear?: boolean;
  /** Told again whenever a higher rung is reached (hours left crossing 3). 0 where there is no ladder. */
  rung: number;
  evidence: Evidence;
  limit: Limit | null;
  why: Reason;
  /** Subjects of other alerts that this one speaks for once it is notified; absent for none. */
  about?: readonly string[];
  /** When the evidence stops to stand: now for a state, a while past its time for a measure. */
  provenUntil: Moment;
};

type Found = Pick<Measured, "severity" | "evidence" | "why"> & Partial<Measured>;

/** Bad or not, with nothing in between, no ladder and no limit, and as of now: what of that is otherwise, a rule says. */
export const measured = (found: Found, now: Moment): Measured => ({
  is: "measured",
  holds: found.severity,
  badness: 0,
  rung: 0,
  limit: null,
  provenUntil: now,
  ...found,
});

/** `quietMs`: as long after the last word of its home, too, as after the step before. */
export type Reminder = { at: Moment; quietMs: number; cadence: Cadence | null };

/** How the episodes of a kind run. */
export type Course = {
  /** The condition has to hold this long before an episode opens. */
  forMs: number;
  /** One reading opens once it has stood for so long, a second one at once; 0 for an opening by the first. */
  sureMs: number;
  /** What closes (or eases) it: so many readings on the good side, over so long. */
  closing: { readings: number; ms: number };
  /** The next reminder by the state at hand; null for none. */
  remind: Reminder | null;
  /** A new episode within this time of the last notice isn't notified before it is over, unless it is graver. */
  reopenQuietMs: number;
  /** An increase in badness of this much over the notified (or acknowledged) value is news; null for never. */
  worseBy: number | null;
  /** True if the end is notified: not where nobody waits for it. */
  tellsEnd: boolean;
  /** For how long what comes back and ends by itself is a habit (`HABIT_MS`); null for a kind that has none. */
  habitMs: number | null;
};

/** True if the sensor's readings count, and since when they don't. */
export type Trust = { is: "ok" } | { is: "faulty" | "stuck"; since: Moment };

/** What a rule makes of an alert: how it is now, and how its episodes run as far as that is not as usual. */
export type Ruled = {
  verdict: Verdict;
  course?: Partial<Course>;
  /** Where the rule has noted something in it. */
  state?: EpisodeState;
  /** Where others are in force than those that it was asked by. */
  settings?: SettingsOf[AlertKind];
  /** What the rule notes and tells once the episode has moved. */
  settle?: (moved: EpisodeState) => { state: EpisodeState; damp?: Verdict };
};

/** Around every judgement. */
export type Scene = {
  kind: AlertKind;
  subject: string;
  quiet: Quiet;
  trust: Trust;
  settings: SettingsOf[AlertKind];
};

/**
 * Why a finding is recorded and not sent. `untold`: the end of something that nobody has heard of;
 * `incident`: another alert of the home speaks for it.
 */
export type SuppressedBy = "snooze" | "cooldown" | "flapping" | "untold" | "minor" | "incident";

/** One decision: what happened, on what evidence, by which rule. Enough to tell it, explain it and replay it. */
export type Finding = {
  transition: Transition;
  kind: AlertKind;
  subject: string;
  /** Names this finding for ever, together with household, kind, subject and `episode`: a deduplication key. */
  episode: number;
  sequence: number;
  severity: Severity;
  previousSeverity: Severity | null;
  /** Null where it is to be sent; else why not. */
  suppressedBy: SuppressedBy | null;
  /** The alert that speaks for this one, where one does; absent for none. */
  heldBy?: { kind: AlertKind; subject: string };
  /** An opening that was suppressed at first and is notified now. */
  delayed: boolean;
  /** How often reminders come from now on, after one that makes them rarer. Absent where that stays as it is. */
  cadence?: Cadence;
  /** Who had taken it on, and has it no more since it got worse; absent for nobody. */
  takenOnBy?: string;
  /** Null where no reading says it: a disabled sensor, an unplugged probe that never gave one. */
  evidence: Evidence | null;
  limit: Limit | null;
  /** How the evidence compares with the limit, as a code with its values. */
  why: StoredReason;
  /** The settings in force: overrides and vacation included. */
  settings: SettingsOf[AlertKind];
  /** When the decision was made. */
  at: Moment;
  openedAt: Moment | null;
  closedAt: Moment | null;
  /** The worst of the episode. */
  peak: Evidence | null;
  reason: CloseReason | null;
  /** Openings within the last hour. */
  openings: number;
};

/** The same `state` object where nothing has moved. Findings come with a changed state, always. */
export type Judged = { state: EpisodeState; findings: Finding[] };

/** What happened to an alert, and whether it is told; what is absent of a finding is as usual. */
export type Event = Pick<Finding, "transition" | "suppressedBy"> &
  Partial<Pick<Finding, "previousSeverity" | "heldBy" | "delayed" | "cadence" | "takenOnBy" | "reason">>;

/** Reminders of an episode after its first notice: at so many first delays, and then at so many days. */
const LADDERS = {
  /** 1 h, 3 h, 8 h, then daily; after three days the reports have it. */
  usual: { first: [1, 3, 8], days: 3 },
  /** After an hour and after a day: who has read a warning three times knows of it. */
  warning: { first: [1], days: 1 },
  once: { first: [1], days: 0 },
  /** After a day: a warning is no emergency. */
  mild: { first: [], days: 1 },
  /**
   * 10 and 30 minutes, 1, 3 and 8 hours, then daily for a week: if nobody reacts to three of them, others are called.
   */
  leak: { first: [1, 3, 6, 18, 48], days: 7 },
  /** The same without those of the first minutes: an alert that comes and goes was notified when it came before. */
  seepage: { first: [6, 18, 48], days: 7 },
  /** Daily, if it doesn't pause as it did the day before. */
  back: { first: [], days: 7 },
} as const;

export type Ladder = keyof typeof LADDERS;

/**
 * The next reminder of the open episode, at `firstMs` after its first notice and then ever more rarely; null after
 * the last one, and if `firstMs` is null. Other messages meanwhile move it to the next step.
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

/** Milliseconds after the first notice, rising. */
function stepsOf(firstMs: number, ladder: Ladder): Moment[] {
  const { first, days } = LADDERS[ladder];
  const often = first.map((times) => times * firstMs).filter((step) => days === 0 || step < DAY_MS);
  return [...often, ...Array.from({ length: days }, (_, day) => (day + 1) * DAY_MS)];
}

/** An open alert that nobody has taken on, and when it last spoke. */
type Word = { kind: AlertKind; subject: string; at: Moment };

/** What a home was told last, so that it is reminded of all at once. */
export type Reminding = {
  /** A post knows of water alone; a tick of all that is open. */
  occasion: "ingest" | "tick";
  words: readonly Word[];
  /** When it was told of damp air, also where that is over or somebody has taken it on. */
  damp: readonly Word[];
  /** Kinds that remind now: others of theirs come along, and what would be due soon. */
  due: readonly AlertKind[];
};

/** Between two ticks. */
export const TICK_MS = 15 * MINUTE_MS;
/**
 * A home is notified of its cold twice, when it gets worse or by a reminder; after that only when it gets worse
 * again.
 */
const WORDS_ENOUGH = 2;

/** A home is reminded of its cold by one alert at a time: what another one has just said was a reminder, too. */
export function isColdDue(
  { at, quietMs }: Reminder,
  notified: readonly Pick<Notified, "at" | "count">[],
  now: Moment,
): boolean {
  const words = notified.reduce((all, { count }) => all + count, 0);
  // A word that came with a tick is as old as that at the next but for a moment.
  const isQuiet = notified.every((word) => now - word.at >= quietMs - TICK_MS);
  return now >= at && words < WORDS_ENOUGH && isQuiet;
}

/**
 * Several alerts of a kind have one reminder: a message about one of them replaces the step that is due, and all
 * come at once, with the tick that knows them. A single alert keeps its own steps.
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

/** Damp air is in the whole home: once a day a tick tells of all the rooms that have it. */
export const isSaidOfAnother = (
  { kind, subject }: Pick<Word, "kind" | "subject">,
  { occasion, damp }: Reminding,
  now: Moment,
): boolean =>
  kind === "humidity" &&
  damp.some((word) => word.subject !== subject && (occasion === "ingest" || now - word.at < DAY_MS));
