import { DAY_MS, HOUR_MS, MINUTE_MS, type Moment } from "../../kernel/time.ts";
import type { DayOfWater, EpisodeState, Wettings } from "../episode.ts";
import type { Verdict } from "../verdict.ts";

/**
 * Condensation pauses while its compressor does, or until the next humid morning; a slow leak does not. A device that speaks
 * rarely sees longer pauses than there are.
 */
const RUN = {
  pauseMs: 2 * HOUR_MS,
  pauseIntervals: 3,
  pauseMostMs: 4 * HOUR_MS,
  lastsMs: 2 * HOUR_MS,
  timesMin: 4,
  shareMin: 0.1,
} as const;

/** As much more than on any known day is no habit of the place. */
const MORE = { factor: 2, times: 3, ms: HOUR_MS } as const;

/**
 * Days known before a day can be more than usual, of how many; how many runs make one usual for the place, as long as it
 * pauses for the night.
 */
const USUAL = { daysMin: 3, days: 7, runsMin: 2, lastsMaxMs: 18 * HOUR_MS } as const;

const LONGER = { factor: 1.5, intervals: 2, leastMs: 10 * MINUTE_MS, mostMs: 3 * HOUR_MS } as const;

/** What is wet for so long is longer than a wetting before was, and not one whose next reading was lost. */
export const longerThan = (ms: number, intervalMs: number, mostMs: number = LONGER.mostMs): number =>
  Math.max(
    LONGER.leastMs,
    Math.min(mostMs, Math.max(LONGER.factor * ms, ms + LONGER.intervals * intervalMs)),
  );

const NEVER: Wettings = { since: null, run: { since: 0, endedAt: 0, times: 0, wetMs: 0 }, days: [] };

const dayOf = (at: Moment): number => Math.floor(at / DAY_MS);

/** With a reading at `at`; the very same object where nothing has turned. */
function withReading(wettings: Wettings, isWet: boolean, at: Moment, intervalMs: number): Wettings {
  const { since, run, days } = wettings;
  if (isWet === (since !== null)) return wettings;
  if (since === null) {
    const pauseMs = Math.max(RUN.pauseMs, Math.min(RUN.pauseMostMs, RUN.pauseIntervals * intervalMs));
    const isAnother = at - run.endedAt > pauseMs;
    return { ...wettings, since: at, run: isAnother ? { since: at, endedAt: at, times: 0, wetMs: 0 } : run };
  }
  const ms = Math.max(0, at - since);
  const today = dayIn(days, since);
  const ended = {
    ...today,
    times: today.times + 1,
    wetMs: today.wetMs + ms,
    longestMs: Math.max(today.longestMs, ms),
    isRun: today.isRun || (isFrequent(wettings, at) && !isRunKnown(wettings)),
  };
  return {
    since: null,
    run: {
      since: run.since,
      endedAt: Math.max(run.endedAt, at),
      times: run.times + 1,
      wetMs: run.wetMs + ms,
    },
    days: [...days.filter(({ day }) => day !== ended.day && day >= ended.day - USUAL.days), ended],
  };
}

/** What is known of the day of a wetting. */
function dayIn(days: readonly DayOfWater[], from: Moment): DayOfWater {
  const day = dayOf(from);
  const known = days.find((each) => each.day === day);
  return known ?? { day, from, times: 0, wetMs: 0, longestMs: 0, isRun: false };
}

/** True if the current wetting belongs to a run that condensation can't explain. */
function isFrequent({ since, run }: Wettings, now: Moment): boolean {
  if (since === null || run.times + 1 < RUN.timesMin || now - run.since < RUN.lastsMs) return false;
  return run.wetMs + (now - since) >= RUN.shareMin * (now - run.since);
}

/** True if the run has marked the day on which it became one: it counts once, however many days it lasts. */
const isRunKnown = ({ run, days }: Wettings): boolean =>
  days.some(({ day, isRun }) => isRun && day >= dayOf(run.since));

const daysBefore = (days: readonly DayOfWater[], now: Moment): readonly DayOfWater[] =>
  days.filter(({ day }) => day < dayOf(now) && day >= dayOf(now) - USUAL.days);

/** True if it was wet more often today, or for longer, than on any known day. */
function isMoreThanUsual({ since, days }: Wettings, now: Moment): boolean {
  const known = daysBefore(days, now);
  if (since === null || known.length < USUAL.daysMin) return false;
  const today = dayIn(days, now);
  const times = Math.max(...known.map((day) => day.times));
  const wetMs = Math.max(...known.map((day) => day.wetMs));
  const isOften = today.times + 1 > MORE.factor * times && today.times + 1 >= times + MORE.times;
  const wetToday = today.wetMs + (now - Math.max(since, dayOf(now) * DAY_MS));
  return isOften || (wetToday > MORE.factor * wetMs && wetToday >= wetMs + MORE.ms);
}

/**
 * What the wetting that goes on is: a `leak` by how often it comes back, one that is `usual` for the place by its last
 * days, or null for one of those that condensation explains. `isDamp`: short wettings are a habit of the place.
 */
export function seepageOf({ damp }: EpisodeState, isDamp: boolean, now: Moment): "leak" | "usual" | null {
  const { wettings = NEVER } = damp ?? {};
  if (isMoreThanUsual(wettings, now)) return "leak";
  const runs = runsBefore(wettings, now);
  if (runs >= USUAL.runsMin && now - wettings.run.since < USUAL.lastsMaxMs) return "usual";
  if (isFrequent(wettings, now)) return "leak";
  const isBack = wettings.run.times > 0 || runs > 0;
  return wettings.since !== null && isBack && !isDamp ? "leak" : null;
}

const runsBefore = ({ days }: Wettings, now: Moment): number =>
  daysBefore(days, now).filter(({ isRun }) => isRun).length;

/** True if water came and went on a day before the episode, too, and paused. */
export const isBackAgain = ({ damp, openedAt }: EpisodeState, now: Moment): boolean =>
  runsBefore(damp?.wettings ?? NEVER, openedAt ?? now) > 0;

/** For how long a wetting lasts at most that is usual for the place; 0 while none is. */
export function usualMs({ damp }: EpisodeState, intervalMs: number, now: Moment): number {
  const { wettings = NEVER } = damp ?? {};
  if (runsBefore(wettings, now) < USUAL.runsMin) return 0;
  return longerThan(Math.max(...wettings.days.map(({ longestMs }) => longestMs)), intervalMs);
}

/** Whether it stays wet for longer than it did since the water began to come and go: a leak before that is no measure. */
function staysWet(
  { since, run, days }: Wettings,
  openedAt: Moment,
  intervalMs: number,
  now: Moment,
): boolean {
  const first = dayOf(Math.min(openedAt, run.since));
  const longestMs = Math.max(0, ...days.filter(({ day }) => day >= first).map(({ longestMs: ms }) => ms));
  return since !== null && now - since >= longerThan(longestMs, intervalMs);
}

/**
 * True if wettings follow each other so closely that they may be a leak, which is notified as soon as that is
 * clear.
 */
export const mayBecomeALeak = ({ damp }: EpisodeState, now: Moment): boolean => {
  const { run } = damp?.wettings ?? NEVER;
  return run.times > 1 && now - run.since < RUN.lastsMs;
};

/** How often it was wet since its run began, or since it first was that day if that is more; with the one that goes on. */
export function countOf({ damp }: EpisodeState, now: Moment): { wet_times: number; wet_from: Moment } {
  const { since, run, days } = damp?.wettings ?? NEVER;
  const today = dayIn(days, since ?? now);
  const { times, from } = today.times > run.times ? today : { times: run.times, from: run.since };
  return { wet_times: times + (since === null ? 0 : 1), wet_from: from };
}

/** With what a verdict says of now; a sensor that is off has no wetting that goes on. */
export function withWetting(
  state: EpisodeState,
  verdict: Verdict,
  intervalMs: number,
  now: Moment,
): EpisodeState {
  const known = state.damp?.wettings;
  if (verdict.is === "unknown" || (verdict.is === "over" && known === undefined)) return state;
  const wettings =
    verdict.is === "over"
      ? withoutWetting(known ?? NEVER)
      : withReading(
          known ?? NEVER,
          verdict.severity !== null,
          Math.min(verdict.evidence.at, now),
          intervalMs,
        );
  if (wettings === (known ?? NEVER)) return state;
  return { ...state, damp: { spells: [], notifiedAt: null, ...state.damp, wettings } };
}

const withoutWetting = (wettings: Wettings): Wettings =>
  wettings.since === null ? wettings : { ...wettings, since: null };

/** True if the open episode is about water that comes and goes. */
export const isSeepage = ({ open, damp, episode }: EpisodeState): boolean =>
  open && damp?.seepage?.episode === episode;

/** Since when it is wet in a wetting that made such an episode worse; null where this one is like the others. */
export function worseSince({ damp }: EpisodeState): Moment | null {
  const since = damp?.wettings?.since ?? null;
  return since !== null && damp?.seepage?.worseAt === since ? since : null;
}

/** True if an open leak means that there is water now, and not that it comes and goes. */
export const isWetThroughout = (state: EpisodeState): boolean =>
  state.open && (!isSeepage(state) || worseSince(state) !== null);

/**
 * Such an episode becomes worse when it stays wet for longer than it did, or another sensor is wet, too. `intervalMs`: of
 * the device, 0 while that is unknown.
 */
export function withWorse(
  state: EpisodeState,
  isElsewhereWet: boolean,
  intervalMs: number,
  now: Moment,
): EpisodeState {
  const { wettings = NEVER, seepage } = state.damp ?? {};
  if (state.damp === undefined || seepage === undefined || !isSeepage(state)) return state;
  if (wettings.since === null || worseSince(state) !== null) return state;
  const isJoining = isElsewhereWet && !seepage.isJoined;
  if (!isJoining && !staysWet(wettings, state.openedAt ?? now, intervalMs, now)) return state;
  const worse = { worse: seepage.worse + 1, worseAt: wettings.since };
  const isJoined = seepage.isJoined || isElsewhereWet;
  return { ...state, damp: { ...state.damp, seepage: { ...seepage, ...worse, isJoined } } };
}

/** The state after one that is such an episode, or in which one has begun. What somebody has seen to is forgotten. */
export function withSeepage(
  before: EpisodeState,
  after: EpisodeState,
  isElsewhereWet: boolean,
): EpisodeState {
  if (after.open === before.open) return after;
  const { wettings = NEVER, ...damp } = after.damp ?? { spells: [], notifiedAt: null };
  if (!after.open)
    return before.ack === null ? after : { ...after, damp: { spells: [], notifiedAt: damp.notifiedAt } };
  const seepage = { episode: after.episode, worse: 0, worseAt: null, isJoined: isElsewhereWet };
  return { ...after, damp: { ...damp, wettings, seepage } };
}
