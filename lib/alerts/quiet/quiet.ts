import type { InboundAction } from "../../../schema/vocabulary.ts";
import type { QuietAnswer } from "../../../schema/wire/quiet.ts";
import { deviceStatus, type Seen } from "../../devices/device-status.ts";
import { HOUR_MS, type Moment } from "../../kernel/time.ts";
import type { ActivityAction } from "../../people/activity.ts";

/** Limits of snooze and vacation. A name ends with its unit, or with `Max` for a number of items. */
export const QUIET_LIMITS = {
  /** How long a timestamped call is recognized as a replay: longer than its timestamp is accepted, early or late. */
  inboundReplaySeconds: 660,
  /** How long a snooze without a timestamp is recognized as a repeat of the same call. */
  inboundRepeatSeconds: 60,
  snoozeHoursDefault: 4,
  /** Nobody means to snooze for longer than a month. */
  snoozeHoursMax: 720,
  /** How many open alerts a status lists, the most severe first. */
  statusAlertsMax: 100,
} as const;

/** The effect of an action that changes something, and its entry in the home's activity. */
type QuietAct = {
  activity: ActivityAction;
  /** The columns to write. Others stay untouched, so a snooze and a vacation set at the same time both hold. */
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
  // Reading the status isn't logged: a panel that polls would bury the real activity.
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

/** `hours`: null if the caller gave none. */
export type QuietWish = { action: InboundAction; hours: number | null };

const snoozeHours = (hours: number | null): number =>
  Math.min(hours ?? QUIET_LIMITS.snoozeHoursDefault, QUIET_LIMITS.snoozeHoursMax);

/** Converts stored times to the form that the alert rules use. */
export const quietOf = ({ snoozedUntil, vacationSince, vacationUntil }: QuietTimes): Quiet => ({
  snoozedUntil: snoozedUntil?.getTime() ?? null,
  vacation: vacationSince === null ? null : { until: vacationUntil?.getTime() ?? null },
});

const hoursAfter = (now: Date, hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);

/** Details for the activity: the hours that take effect, not those requested. */
export function quietDetails({ action, hours }: QuietWish): Record<string, number | null> {
  if (action === "snooze") return { hours: snoozeHours(hours) };
  return action === "vacation" ? { hours } : {};
}

/**
 * Returns for how many seconds the same signed call counts as a replay; null if every call may take effect. Without a
 * timestamp, only snoozes are checked: a repeat would move the end of one.
 */
export function replaySeconds(action: InboundAction, isTimestamped: boolean): number | null {
  if (action === "status") return null;
  if (isTimestamped) return QUIET_LIMITS.inboundReplaySeconds;
  return action === "snooze" ? QUIET_LIMITS.inboundRepeatSeconds : null;
}

export type OpenAlert = QuietAnswer["status"]["active_alerts"][number];

/** A home's stored facts that its status shows. */
export type HomeNow = { quiet: QuietTimes; alerts: OpenAlert[]; devices: Seen[] };

/** A home's status as the API shows it. A time that has passed is null. */
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
