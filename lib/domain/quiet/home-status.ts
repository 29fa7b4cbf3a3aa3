import type { AlertKind, Severity } from "../../../schema/vocabulary.ts";
import type { QuietAnswer } from "../../../schema/wire/quiet.ts";
import { isOnVacation, isSnoozed } from "../alerts/quiet.ts";
import { deviceStatus, type Seen } from "../device-status.ts";
import { type QuietTimes, quietOf } from "./apply-action.ts";

export type OpenAlert = {
  id: string;
  kind: AlertKind;
  severity: Severity;
  title: string;
  openedAt: Date;
  acknowledged: boolean;
};

/** What a status tells of a household, as it is stored. */
export type HomeNow = { quiet: QuietTimes; alerts: OpenAlert[]; devices: Seen[] };

/** The same as the wire has it; a time that is over is as good as none. */
export type HomeStatus = QuietAnswer["status"];

export type QuietAnswered = QuietAnswer;

export function homeStatus({ quiet: times, alerts, devices }: HomeNow, now: Date): HomeStatus {
  const quiet = quietOf(times);
  const onVacation = isOnVacation(quiet, now.getTime());
  const offline = devices.filter((device) => deviceStatus(device, now) === "offline").length;
  return {
    snoozed_until: isSnoozed(quiet, now.getTime()) ? isoOf(times.snoozedUntil) : null,
    vacation_until: onVacation ? isoOf(times.vacationUntil) : null,
    on_vacation: onVacation,
    active_alerts: alerts.map(({ openedAt, ...alert }) => ({ ...alert, opened_at: openedAt.toISOString() })),
    devices: { total: devices.length, offline },
  };
}

const isoOf = (moment: Date | null): string | null => moment?.toISOString() ?? null;
