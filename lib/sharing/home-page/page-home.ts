import type { AlertKind, HouseholdUnit, Severity, ShareScope } from "../../../schema/vocabulary.ts";
import type { Overrides } from "../../devices/alert-settings.ts";
import type { HomeDevice, HomeSensor } from "../../devices/home-device.ts";
import { HOUR_MS, localDate, localMidnight, type Moment } from "../../kernel/time.ts";
import type { Evidence } from "../../language/reason.ts";
import type { RoomSetting } from "./room-order.ts";

const NIGHT_BEGINS_HOUR = 18;
const NIGHT_ENDS_HOUR = 9;

/**
 * A home as its page shows it, to a family by link or to its people: devices in their order, open alerts
 * worst first.
 */
export type PageHome = {
  name: string;
  timeZone: string;
  temperatureUnit: HouseholdUnit;
  alertSettings: Overrides;
  snoozedUntil: Date | null;
  vacationSince: Date | null;
  vacationUntil: Date | null;
  rooms: RoomSetting[];
  /** The weather beside it, for the home's own people; null for a family and where it is not known. */
  outdoor: KeptOutdoor | null;
  /** True if the home has a location. */
  hasPlace: boolean;
  /** A sensor's value is 1 for open, whatever the device of a door or window means by 1. */
  devices: HomeDevice[];
  alerts: PageAlert[];
};

/** The same as a share link shows it. */
export type SharedPageHome = PageHome & { scope: ShareScope };

export type PageAlert = {
  id: string;
  kind: AlertKind;
  severity: Severity;
  title: string;
  deviceId: string | null;
  sensorId: string | null;
  openedAt: Moment;
  acknowledgedAt: Moment | null;
  /** The address or name of who did; null for nobody we know, and for readers who aren't the home's own people. */
  acknowledger: string | null;
  /** True if that is somebody outside the home: a member can still take it on. */
  isTakenOutside: boolean;
  /** The evidence of its last decision. */
  evidence: Evidence | null;
};

/** Every sensor of the home, device by device. */
export const sensorsOf = ({ devices }: Pick<PageHome, "devices">): HomeSensor[] =>
  devices.flatMap(({ sensors }) => sensors);

/** Outdoor temperatures as the last evaluation of the home kept them: one an hour from `from` on. */
export type KeptOutdoor = { from: string; celsius: number[] };

/** In °C; `low` is the lowest of the night that is, or comes next, and null where its hours are not known. */
type OutdoorNow = { celsius: number; low: number | null };

/** Null where nothing was kept, or what was kept has run out. */
export function outdoorNow(kept: KeptOutdoor | null, zone: string, now: Date): OutdoorNow | null {
  if (kept === null) return null;
  const from = Date.parse(kept.from);
  const hour = Math.floor((now.getTime() - from) / HOUR_MS);
  const celsius = kept.celsius[hour];
  if (celsius === undefined) return null;
  const { begins, ends } = nightOf(zone, now.getTime());
  const night = kept.celsius.filter((_, index) => {
    const at = from + index * HOUR_MS;
    return at >= Math.max(begins, from + hour * HOUR_MS) && at <= ends;
  });
  const isWhole = from + (kept.celsius.length - 1) * HOUR_MS >= ends;
  return { celsius, low: isWhole && night.length > 0 ? Math.min(...night) : null };
}

/** The night that lasts, or the next one, in the home's own time. */
function nightOf(zone: string, now: number): { begins: number; ends: number } {
  const today = localDate(zone, now);
  const hourOf = (days: number, hours: number) =>
    localMidnight(zone, { ...today, day: today.day + days }) + hours * HOUR_MS;
  const isEarly = now < hourOf(0, NIGHT_ENDS_HOUR);
  return isEarly
    ? { begins: hourOf(-1, NIGHT_BEGINS_HOUR), ends: hourOf(0, NIGHT_ENDS_HOUR) }
    : { begins: hourOf(0, NIGHT_BEGINS_HOUR), ends: hourOf(1, NIGHT_ENDS_HOUR) };
}
