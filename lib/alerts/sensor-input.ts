import type { Moment } from "../kernel/time.ts";
import { type Evidence, plain, type Quantity, type Reason } from "../language/reason.ts";
import type { EpisodeState } from "./episode.ts";
import type { Quiet } from "./quiet/quiet.ts";
import { type Ladder, nextReminder } from "./reminders.ts";
import { unsaidMarks } from "./sensor-truth.ts";
import { TRUST_LIMITS } from "./settings.ts";
import type { Reminder, Ruled, Trust, Verdict } from "./verdict.ts";

/** A state is 1 or 0. */
export type TimedValue = Quantity & { at: Moment };

/** A sensor's newest reading and the facts that decide if it counts. */
export type SensorInput = {
  quiet: Quiet;
  sensorId: string;
  deviceId: string;
  /** A state stays as it is until the sensor says otherwise; a measure grows old. */
  isState: boolean;
  /** Nobody has said in which unit it measures; absent where that is known. */
  unitIsAssumed?: boolean;
  /** Nothing says that it watches a place; absent where something does. */
  placeIsUnknown?: boolean;
  /**
   * The value as stored, in the sensor's own unit; null where the sensor has not said any yet, or only a
   * fault.
   */
  reading: TimedValue | null;
  /** The time of the newest reading stored of this sensor, the one at hand included. */
  latestAt: Moment | null;
  /** Learned from the device's last gaps; null while there are too few. */
  usualIntervalMs: number | null;
  trust: Trust;
  /** The reading is too far from the one before to be true unless the next one repeats it. */
  isDoubtful?: boolean;
  /** The reading before was about the same: it came here step by step, and not with a draught. */
  isSteady?: boolean;
  /** Another leak sensor of the home is known to be wet. */
  isElsewhereWet?: boolean;
  /** Its cold, or that of all rooms, was recently notified and ended by itself. */
  hasReturned?: boolean;
  /** Nobody has said where it is, or it is a greenhouse, and no week of it is known. */
  mayBeAlwaysCold?: boolean;
  /** No reading came before this one. */
  isFirst?: boolean;
  occasion: "ingest" | "tick";
};

/** What a kind makes of a sensor's newest reading. */
export type SensorRule<Settings> = (
  state: EpisodeState,
  input: SensorInput,
  settings: Settings,
  now: Moment,
) => Ruled;

/** The verdict by what the reading measures, where there is one that counts. */
export function verdictOn(
  state: EpisodeState,
  input: SensorInput,
  now: Moment,
  measure: (reading: TimedValue) => Verdict,
): Verdict {
  const { reading } = input;
  if (reading === null) return { is: "unknown", why: noReadingYet(input) };
  const why = whyNotNow(input, reading, state, now);
  if (why !== null) return { is: "unknown", why };
  const { at } = reading;
  if (input.isDoubtful === true || state.doubted === at)
    return {
      is: "unknown",
      why: plain("too_far_from_before"),
      doubted: at,
    };
  return measure(reading);
}

const noReadingYet = ({ trust }: SensorInput): Reason =>
  plain(trust.is === "faulty" ? "probe_fault" : "no_reading");

/** Why the reading decides nothing, else null. A late reading never opens or closes anything. */
function whyNotNow(input: SensorInput, reading: TimedValue, state: EpisodeState, now: Moment): Reason | null {
  const { latestAt, occasion } = input;
  if (latestAt !== null && reading.at < latestAt) return plain("older_than_latest");
  if (reading.at - now > TRUST_LIMITS.aheadMs) return plain("from_the_future");
  if (input.isState && isCounted(state, reading.at)) return null;
  const floor = occasion === "ingest" ? TRUST_LIMITS.lateOnIngestMs : TRUST_LIMITS.lateOnTickMs;
  const latenessMax = Math.max(floor, TRUST_LIMITS.lateIntervals * (input.usualIntervalMs ?? 0));
  return now - reading.at > latenessMax ? plain("too_late") : null;
}

/** The state's clock already runs from this very reading: it was on time when it came. */
const isCounted = (state: EpisodeState, at: Moment): boolean =>
  state.pendingSince === at || state.closing?.at === at;

/** When the reading stops to hold: now for a state; for a measure as soon as the next one is overdue. */
export function provenUntil(input: SensorInput, at: Moment, now: Moment): Moment {
  if (input.isState) return now;
  const standsMs = Math.max(TRUST_LIMITS.standsMs, TRUST_LIMITS.lateIntervals * (input.usualIntervalMs ?? 0));
  return Math.min(now, at + standsMs);
}

/**
 * The next reminder while the sensor is still heard of; `firstMs` after the first notice, then ever more
 * rarely.
 */
export function remindAfter(
  state: EpisodeState,
  input: SensorInput,
  firstMs: number | null,
  now: Moment,
  ladder?: Ladder,
): Reminder | null {
  const isSilent = input.latestAt === null || now - input.latestAt > TRUST_LIMITS.remindsMs;
  return isSilent && !input.isState ? null : nextReminder(state, firstMs, ladder);
}

export const sensorEvidence = (input: SensorInput, reading: TimedValue): Evidence => {
  const more = unsaidMarks({ unit: input.unitIsAssumed === true, place: input.placeIsUnknown === true });
  return {
    ...reading,
    sensorId: input.sensorId,
    deviceId: input.deviceId,
    ...(Object.keys(more).length === 0 ? {} : { more }),
  };
};
