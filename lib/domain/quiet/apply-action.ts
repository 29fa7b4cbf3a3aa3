import { LIMITS } from "../../../schema/limits.ts";
import type { InboundAction } from "../../../schema/vocabulary.ts";
import { isOnVacation, type Quiet } from "../alerts/quiet.ts";
import { HOUR_MS } from "../time.ts";

/** A household's snooze and vacation as stored. A vacation without an end lasts until it is cleared. */
export type QuietTimes = {
  snoozedUntil: Date | null;
  vacationSince: Date | null;
  vacationUntil: Date | null;
};

/** `hours` null: not said. */
export type QuietWish = { action: InboundAction; hours: number | null };

/** What the action makes of the household's modes; the very same object where it only asks. */
export function applyAction({ action, hours }: QuietWish, current: QuietTimes, now: Date): QuietTimes {
  switch (action) {
    case "snooze":
      return { ...current, snoozedUntil: hoursAfter(now, snoozeHours(hours)) };
    case "vacation":
      return {
        ...current,
        vacationSince: isOnVacation(quietOf(current), now.getTime()) ? current.vacationSince : now,
        vacationUntil: hours === null ? null : hoursAfter(now, hours),
      };
    case "clear_snooze":
      return { ...current, snoozedUntil: null };
    case "clear_vacation":
      return { ...current, vacationSince: null, vacationUntil: null };
    case "status":
      return current;
    default:
      return action satisfies never;
  }
}

/** Longer than a month of silence nobody means. */
export const snoozeHours = (hours: number | null): number =>
  Math.min(hours ?? LIMITS.snoozeHoursDefault, LIMITS.snoozeHoursMax);

/** Quiet as the alert rules ask for it. */
export const quietOf = ({ snoozedUntil, vacationSince, vacationUntil }: QuietTimes): Quiet => ({
  snoozedUntil: snoozedUntil?.getTime() ?? null,
  vacation: vacationSince === null ? null : { until: vacationUntil?.getTime() ?? null },
});

const hoursAfter = (now: Date, hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);
