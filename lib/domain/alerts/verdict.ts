import type { AlertKind, Severity } from "../../../schema/vocabulary.ts";
import type { Moment } from "../time.ts";
import type { Evidence, Limit } from "./evidence.ts";
import type { Cadence, CloseReason } from "./finding.ts";
import type { Quiet } from "./quiet.ts";
import type { SettingsOf } from "./settings.ts";

/** What a rule makes of its input, before the episode is asked. */
export type Verdict = Measured | Unknown | { is: "over"; reason: CloseReason };

export type Unknown = {
  is: "unknown";
  why: string;
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
  /** The time of the reading before, where that was on the good side too. */
  goodBefore?: Moment;
  /** It is so far past the limit that one reading is enough to open. */
  isClear?: boolean;
  /**
   * Told again whenever a higher rung is reached (hours left crossing 6, 3, 1). 0 where there is no ladder.
   */
  rung: number;
  evidence: Evidence;
  limit: Limit | null;
  why: string;
  /** Subjects of other alerts that this one speaks for once it is told; absent for none. */
  about?: readonly string[];
  /** When the evidence stops to stand: now for a state, a while past its time for a measure. */
  provenUntil: Moment;
};

export type Reminder = { at: Moment; cadence: Cadence | null };

/** How the episodes of a kind run. */
export type Course = {
  /** The condition has to hold this long before an episode opens. */
  forMs: number;
  /** One reading opens once it has stood for so long, a second one at once; 0 for an opening by the first. */
  sureMs: number;
  /** What closes (or eases) it: so many readings on the good side, over so long. */
  calm: { readings: number; ms: number };
  /** The next reminder by the state at hand; null for none. */
  remind: Reminder | null;
  /**
   * A new episode so soon after the last notice is not told before that time is over, unless it is graver.
   */
  reopenQuietMs: number;
  /** This much more badness than what was told (or acknowledged) is news; null for never. */
  worseBy: number | null;
  /** Whether the end is told: not where nobody waits for it. */
  tellsEnd: boolean;
};

/** Whether the sensor is believed, and since when it isn't. */
export type Trust = { is: "ok" } | { is: "faulty" | "stuck" | "drifted"; since: Moment };

/** Around every judgement. */
export type Scene = {
  kind: AlertKind;
  subject: string;
  quiet: Quiet;
  trust: Trust;
  settings: SettingsOf[AlertKind];
};
