import type { InboundAction } from "../../../schema/vocabulary.ts";
import type { QuietAnswer } from "../../../schema/wire/quiet.ts";
import { deviceStatus, type Seen } from "../../devices/device-status.ts";
import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import type { ActivityAction } from "../../people/activity.ts";

/** The limits of snooze and vacation, unit last. */
export const QUIET_LIMITS = {
  /** A timestamped call is known again for this long: longer than its timestamp is good for, both ways. */
  inboundReplaySeconds: 660,
  /** Without a timestamp, a snooze sent twice within this time is one. */
  inboundRepeatSeconds: 60,
  snoozeHoursDefault: 4,
  /** Longer than a month of silence nobody means. */
  snoozeHoursMax: 720,
  /** Open alerts that a status names, the gravest first. */
  statusAlertsMax: 100,
} as const;

/** An action that changes something: what it sets, and the word for it in the home's activity. */
type QuietAct = {
  activity: ActivityAction;
  /** Only these are written, so that a snooze and a vacation set at once both hold. */
  sets: (wish: QuietWish, current: QuietTimes, now: Date) => Partial<QuietTimes>;
};

export const QUIET_ACTS: { [A in InboundAction]: QuietAct | null } = {
  snooze: {
    activity: "snoozed",
    sets: ({ hours }, _, now) => ({ snoozedUntil: hoursAfter(now, snoozeHours(hours)) }),
  },
  clear_snooze: { activity: "snooze_cleared", sets: () => ({ snoozedUntil: null }) },
  vacation: {
    activity: "vacation_started",
    sets: ({ hours }, current, now) => ({
      vacationSince: isOnVacation(quietOf(current), now.getTime()) ? current.vacationSince : now,
      vacationUntil: hours === null ? null : hoursAfter(now, hours),
    }),
  },
  clear_vacation: {
    activity: "vacation_cleared",
    sets: () => ({ vacationSince: null, vacationUntil: null }),
  },
  // Asking is no act: a panel that polls would bury what was done.
  status: null,
};

/** The household's snooze and vacation. A vacation whose `until` is null lasts until it is cleared. */
export type Quiet = {
  snoozedUntil: Moment | null;
  vacation: { until: Moment | null } | null;
};

export const isSnoozed = (quiet: Quiet, now: Moment): boolean =>
  quiet.snoozedUntil !== null && now < quiet.snoozedUntil;

export const isOnVacation = ({ vacation }: Quiet, now: Moment): boolean =>
  vacation !== null && (vacation.until === null || now < vacation.until);

export const NO_QUIET: Quiet = { snoozedUntil: null, vacation: null };

/** A household's snooze and vacation as stored. A vacation without an end lasts until it is cleared. */
export type QuietTimes = {
  snoozedUntil: Date | null;
  vacationSince: Date | null;
  vacationUntil: Date | null;
};

/** `hours` null: not said. */
export type QuietWish = { action: InboundAction; hours: number | null };

const snoozeHours = (hours: number | null): number =>
  Math.min(hours ?? QUIET_LIMITS.snoozeHoursDefault, QUIET_LIMITS.snoozeHoursMax);

/** Quiet as the alert rules ask for it. */
export const quietOf = ({ snoozedUntil, vacationSince, vacationUntil }: QuietTimes): Quiet => ({
  snoozedUntil: snoozedUntil?.getTime() ?? null,
  vacation: vacationSince === null ? null : { until: vacationUntil?.getTime() ?? null },
});

const hoursAfter = (now: Date, hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);

/** What is logged: the hours that count, not those that were asked for. */
export function quietDetails({ action, hours }: QuietWish): Record<string, number | null> {
  if (action === "snooze") return { hours: snoozeHours(hours) };
  return action === "vacation" ? { hours } : {};
}

/**
 * For how many seconds the same signed call counts as a replay; null for one that may always act. Without a
 * timestamp only a snooze needs it, whose end would move; the others say the same however often they come.
 */
export function replaySeconds(action: InboundAction, isTimestamped: boolean): number | null {
  if (action === "status") return null;
  if (isTimestamped) return QUIET_LIMITS.inboundReplaySeconds;
  return action === "snooze" ? QUIET_LIMITS.inboundRepeatSeconds : null;
}

export type OpenAlert = QuietAnswer["status"]["active_alerts"][number];

/** What a status tells of a household, as it is stored. */
export type HomeNow = { quiet: QuietTimes; alerts: OpenAlert[]; devices: Seen[] };

/** The same as the wire has it; a time that is over is as good as none. */
export type HomeStatus = QuietAnswer["status"];

export function homeStatus({ quiet: times, alerts, devices }: HomeNow, now: Date): HomeStatus {
  const quiet = quietOf(times);
  const onVacation = isOnVacation(quiet, now.getTime());
  const offline = devices.filter((device) => deviceStatus(device, now) === "offline").length;
  return {
    snoozed_until: isSnoozed(quiet, now.getTime()) ? isoOf(times.snoozedUntil) : null,
    vacation_until: onVacation ? isoOf(times.vacationUntil) : null,
    on_vacation: onVacation,
    active_alerts: alerts,
    devices: { total: devices.length, offline },
  };
}

const isoOf = (moment: Date | null): string | null => moment?.toISOString() ?? null;
