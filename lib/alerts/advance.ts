import { HOUR_MS, type Moment } from "../kernel/time.ts";
import type { EpisodeState } from "./episode.ts";
import type { Judged } from "./finding.ts";
import { closeEpisode, type Followed, follow } from "./follow.ts";
import { plain } from "./reason.ts";
import { type Judging, record } from "./record.ts";
import { tell } from "./tell.ts";
import type { Course, Scene, Verdict } from "./verdict.ts";

/** An unplugged probe is told at most this often, however often a loose wire comes and goes. */
const DISTRUST_QUIET_MS = 24 * HOUR_MS;

/**
 * The one machine behind every kind: a rule turns its input into a verdict and says how its episodes run,
 * this moves the episode on and decides what is told.
 */
export function advance(
  state: EpisodeState,
  verdict: Verdict,
  course: Course,
  scene: Scene,
  now: Moment,
): Judged {
  const judging: Judging = { verdict, course, scene, now };
  return noteTrust(tell(moveOn(state, judging), judging), judging);
}

function moveOn(state: EpisodeState, { verdict, course, scene, now }: Judging): Followed {
  switch (verdict.is) {
    case "measured":
      // What an unplugged probe said last opens nothing; one that repeats itself or has drifted may be right.
      if (scene.trust.is === "faulty" && !state.open) return { state, move: null };
      return follow(state, verdict, course, now, scene.trust.is === "ok");
    case "unknown":
      return { state: withDoubt(state, verdict.doubted), move: null };
    case "over":
      return closeEpisode(state, verdict.reason, now);
    default:
      return verdict satisfies never;
  }
}

const withDoubt = (state: EpisodeState, doubted: Moment | undefined): EpisodeState =>
  doubted === undefined || doubted === state.doubted ? state : { ...state, doubted };

function noteTrust(judged: Judged, judging: Judging): Judged {
  const { state } = judged;
  const { scene, now } = judging;
  const { trust } = scene;
  if (trust.is === "ok") {
    const isOver = state.distrust !== null && now - state.distrust.notifiedAt >= DISTRUST_QUIET_MS;
    return isOver ? { ...judged, state: { ...state, distrust: null } } : judged;
  }
  if (state.distrust !== null || !state.open) return judged;
  const distrust = { why: trust.is, since: trust.since, notifiedAt: now };
  const noted = { ...judged, state: { ...state, distrust } };
  // `sensor_fault` tells of it.
  return record(noted, judging, {
    transition: "distrusted",
    suppressedBy: "minor",
    why: plain(`distrusted_${trust.is}`),
  });
}

/** Opens at once, closes at the first good reading, never reminds: what a kind wants otherwise, it says. */
export const BASE_COURSE: Course = {
  forMs: 0,
  sureMs: 0,
  closing: { readings: 1, ms: 0 },
  remind: null,
  reopenQuietMs: 0,
  worseBy: null,
  tellsEnd: true,
};
