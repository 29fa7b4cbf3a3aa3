import type { AlertKind, HouseholdUnit, RoomIcon, Severity, ShareScope } from "../../../schema/vocabulary.ts";
import type { Overrides } from "../../devices/alert-settings.ts";
import type { HomeDevice } from "../../devices/home-device.ts";
import { HOUR_MS, localDate, localMidnight, type Moment } from "../../kernel/time.ts";
import type { Evidence, Limit } from "../../language/reason.ts";

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
  /** The evidence of its last decision, and the limit that it was past. */
  evidence: Evidence | null;
  limit: Limit | null;
};

/** Outdoor temperatures as the last evaluation of the home kept them: one an hour from `from` on. */
type KeptOutdoor = { from: string; celsius: number[] };

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

/** What the home's people chose for a room: its place among the others is its place in the list. */
type RoomSetting = { name: string; icon: RoomIcon | null };

/** A room as it is drawn: the chosen icon, or the one that its name suggests. */
export type DrawnRoom = { name: string; icon: RoomIcon; isChosen: boolean };

/** Where a device stands; one without a room stands for itself. */
export const roomOf = ({ space, name }: { space: string; name: string }): string => space || name;

/** Rooms that were put in order come first, in that order; the others after them, as their devices came. */
export function drawnRooms(
  devices: readonly { space: string; name: string }[],
  settings: readonly RoomSetting[],
): DrawnRoom[] {
  const names = new Set(devices.map(roomOf));
  const ordered = settings.filter(({ name }) => names.has(name));
  for (const { name } of ordered) names.delete(name);
  const others = [...names].map((name) => ({ name, icon: null }));
  return [...ordered, ...others].map(({ name, icon }) => ({
    name,
    icon: icon ?? suggestedIcon(name),
    isChosen: icon !== null,
  }));
}

/** At the end of the list nothing moves. */
export function movedRoom(rooms: readonly DrawnRoom[], name: string, move: "up" | "down"): DrawnRoom[] {
  const from = rooms.findIndex((room) => room.name === name);
  const [room, to] = [rooms[from], from + (move === "up" ? -1 : 1)];
  if (room === undefined || to < 0 || to >= rooms.length) return [...rooms];
  return rooms.toSpliced(from, 1).toSpliced(to, 0, room);
}

export const settingsOf = (rooms: readonly DrawnRoom[]): RoomSetting[] =>
  rooms.map(({ name, icon, isChosen }) => ({ name, icon: isChosen ? icon : null }));

/** Beginnings of words, in the languages that the pages speak; the more particular room first. */
const SUGGESTED: readonly (readonly [RoomIcon, RegExp])[] = [
  ["greenhouse", /\b(greenhouse|conservatory|invernadero)/i],
  ["laundry", /\b(laundry|utility|mechanical|boiler|water heater|lavander|lavadero|caldera)/i],
  ["bathroom", /\b(bath|shower|toilet|restroom|powder|ba[ñn]o|aseo|ducha)/i],
  ["kitchen", /\b(kitchen|pantry|cocina|despensa)/i],
  ["bedroom", /\b(bed|nursery|guest|dormitorio|habitaci|alcoba|cuarto de)/i],
  ["basement", /\b(basement|cellar|crawl|s[óo]tano|bodega)/i],
  ["attic", /\b(attic|loft|roof|[áa]tico|desv[áa]n|buhardilla)/i],
  ["garage", /\b(garage|carport|workshop|shed|garaje|cochera|taller|cobertizo)/i],
  [
    "outdoors",
    /\b(outdoor|outside|porch|patio|garden|yard|deck|balcony|exterior|jard[íi]n|terraza|balc[óo]n)/i,
  ],
  ["office", /\b(office|study|desk|despacho|oficina|estudio)/i],
  ["living_room", /\b(living|lounge|family|den|dining|great room|sala|sal[óo]n|comedor)/i],
];

const suggestedIcon = (name: string): RoomIcon =>
  SUGGESTED.find(([, words]) => words.test(name))?.[0] ?? "room";
