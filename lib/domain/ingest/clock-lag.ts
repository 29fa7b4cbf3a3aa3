/** When a device's clock is taken for wrong, and not its readings for old. */
export const CLOCK_LAG_LIMITS = {
  /** Posts in a row, half a minute apart at least, whose readings lie behind by as much. */
  posts: 4,
  /** "As much": within this, and within this share of the time between the two posts. */
  driftSeconds: 2,
  driftShare: 0.1,
} as const;

/**
 * Newest first, in seconds: how far behind their receipt its readings' times lay, and the time since the post
 * before.
 */
export type ClockLags = { clockLags: readonly number[]; clockLagGaps: readonly number[] };

/**
 * How many milliseconds a device's clock is behind ours; 0 while nothing says that it is wrong. Readings that
 * are sent late, from a backlog or once more, come at a lag that changes with every post.
 */
export function clockLagMs({ clockLags, clockLagGaps }: ClockLags): number {
  const [newest] = clockLags;
  if (newest === undefined || clockLags.length < CLOCK_LAG_LIMITS.posts) return 0;
  const isSteady = clockLags.every((lag, index) => {
    const before = clockLags[index + 1];
    return before === undefined || Math.abs(lag - before) <= driftMax(clockLagGaps[index] ?? 0);
  });
  return isSteady ? newest * 1_000 : 0;
}

const driftMax = (gapSeconds: number): number =>
  CLOCK_LAG_LIMITS.driftSeconds + gapSeconds * CLOCK_LAG_LIMITS.driftShare;

/** A time by the device's clock as a time by ours. */
export const byOurClock = <Sensor extends { at: number | null }>(sensor: Sensor, lagMs: number): Sensor =>
  sensor.at === null || lagMs === 0 ? sensor : { ...sensor, at: sensor.at + lagMs };
