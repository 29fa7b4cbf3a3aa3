import { acknowledge, type EpisodeState, NO_EPISODE } from "../../../lib/alerts/episode.ts";
import { judgeLeak } from "../../../lib/alerts/kinds/leak.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import type { SensorInput } from "../../../lib/alerts/sensor-input.ts";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import { settingsFor } from "../../../lib/devices/alert-settings.ts";
import { HOUR, judgedBy, MINUTE, T0 } from "./posts.ts";

export type Wetting = { at: number; minutes: number };

export type Played = {
  /** Overrides of the sensor's input. */
  rest?: Partial<SensorInput>;
  remindMs?: number | null;
  /** The hours at which somebody acknowledges an open alert. */
  takenOnAt?: readonly number[];
  /** The hour from which another leak sensor of the home is wet. */
  wetElsewhereFrom?: number;
  /** Minutes between two posts. */
  everyMinutes?: number;
  /** The hours at which a post is lost. */
  lostAt?: readonly number[];
  /** The alert's state at the start. */
  state?: EpisodeState;
};

/** Plays a leak sensor that is wet for some minutes from each of these hours on. Returns the notified findings. */
export function findingsOf(
  wettings: readonly Wetting[],
  hours: number,
  {
    rest = {},
    remindMs = null,
    takenOnAt = [],
    wetElsewhereFrom = Number.POSITIVE_INFINITY,
    everyMinutes = 5,
    lostAt = [],
    state: known = NO_EPISODE,
  }: Played = {},
): Finding[] {
  const everyMs = everyMinutes * MINUTE;
  const judge = judgedBy("leak", judgeLeak, { ...settingsFor("leak"), remindMs });
  let last: { value: number; unit: null; at: number } | null = null;
  let state = known;
  const findings: Finding[] = [];
  for (let now = T0; now <= T0 + hours * HOUR; now += 5 * MINUTE) {
    if (takenOnAt.some((hour) => now === T0 + hour * HOUR)) state = acknowledge(state, "Ada", now);
    const isWet = wettings.some(
      ({ at, minutes }) => now >= T0 + at * HOUR && now < T0 + at * HOUR + minutes * MINUTE,
    );
    const isPosted = (now - T0) % everyMs === 0 && !lostAt.some((hour) => now === T0 + hour * HOUR);
    if (isPosted) last = { value: Number(isWet), unit: null, at: now };
    const input: SensorInput = {
      sensorId: "sen_1",
      deviceId: "dev_1",
      quiet: NO_QUIET,
      isState: true,
      reading: last,
      usualIntervalMs: everyMs,
      trust: { is: "ok" },
      occasion: isPosted ? "ingest" : "tick",
      isElsewhereWet: now >= T0 + wetElsewhereFrom * HOUR,
      ...rest,
    };
    const judged = judge(state, input, now);
    state = judged.state;
    findings.push(...judged.findings);
  }
  return findings.filter(({ suppressedBy }) => suppressedBy === null);
}

/** The same as text: `opened 1.0`. */
export const toldOf = (...played: Parameters<typeof findingsOf>): string[] =>
  findingsOf(...played).map(({ transition, at }) => `${transition} ${((at - T0) / HOUR).toFixed(1)}`);

/** Wettings that last so many minutes each and begin at these hours. */
export const wettings = (minutes: number, hours: readonly number[]): Wetting[] =>
  hours.map((at) => ({ at, minutes }));

/** Hours from `from` until `until`, `step` hours apart. */
export const every = (step: number, from: number, until: number): number[] =>
  Array.from({ length: Math.ceil((until - from) / step) }, (_, index) => from + index * step);
