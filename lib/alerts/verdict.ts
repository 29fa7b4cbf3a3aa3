import type { AlertKind, Severity } from "../../schema/vocabulary.ts";
import type { Moment } from "../kernel/time.ts";
import type { Evidence, Limit, Reason } from "../language/reason.ts";
import type { Cadence, CloseReason, EpisodeState } from "./episode.ts";
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
  /**
   * Told again whenever a higher rung is reached (hours left crossing 3). 0 where there is no ladder.
   */
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
