import { TIMETABLES } from "./timetables.ts";

/** By how much the clock of who hands out may be ahead of that of who polls. */
const AHEAD_MS_MAX = 60_000;

/**
 * The tick that a shard is polled for: the one it was handed out in. Once that is over, the present one, so that no
 * feed of an old message is due again at once.
 */
export const shardTick = (handedOut: Date, now: Date): Date => {
  const latestMs = Math.min(handedOut.getTime(), now.getTime() + AHEAD_MS_MAX);
  return new Date(TIMETABLES["collect-history"].tickAt(Math.max(latestMs, now.getTime())));
};
