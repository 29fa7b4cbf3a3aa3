import type { AlertKind, HouseholdUnit, RoomIcon, Severity, ShareScope } from "../../../schema/vocabulary.ts";
import type { Overrides } from "../../devices/alert-settings.ts";
import { type HomeDevice, sensorOf } from "../../devices/home-device.ts";
import { HOUR_MS, localDate, localMidnight, type Moment } from "../../kernel/time.ts";
import type { Evidence, Limit } from "../../language/reason.ts";

const NIGHT_BEGINS_HOUR = 18;
const NIGHT_ENDS_HOUR = 9;

/** A home as its page shows it, to members or by share link. Devices are in their order; the worst alert is first. */
export type PageHome = {
  name: string;
  timeZone: string;
  temperatureUnit: HouseholdUnit;
  alertSettings: Overrides;
  snoozedUntil: Date | null;
  vacationSince: Date | null;
  vacationUntil: Date | null;
  rooms: RoomSetting[];
  /** The outdoor temperature, for members only; null through a share link, and if it is unknown. */
  outdoor: KeptOutdoor | null;
  /** True if the home has a location. */
  hasPlace: boolean;
  /** The devices. A contact's value is already translated to 1 for open, whatever its device means by 1. */
  devices: HomeDevice[];
  alerts: PageAlert[];
};

/** A home as a share link shows it. */
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
  /** The address or name of the person who acknowledged; null if unknown, and for readers who aren't members. */
  acknowledger: string | null;
  /** True if a contact outside the home acknowledged. A member can still take over. */
  isTakenOutside: boolean;
  /** True if another member assigned it to whoever has it now. */
  isAssigned: boolean;
  /** The evidence of the last finding, and the limit that it was past. */
  evidence: Evidence | null;
  limit: Limit | null;
};

/** Puts water that is still there before water that has dried and only waits for its end. Otherwise keeps the order. */
export function wetFirst(alerts: readonly PageAlert[], devices: readonly HomeDevice[]): PageAlert[] {
  const rankOf = ({ kind, severity, sensorId }: PageAlert): number => {
    if (kind !== "leak" || severity !== "critical") return 2;
    return sensorOf(devices, sensorId)?.sensor.value === 0 ? 1 : 0;
  };
  return alerts.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Outdoor temperatures that the home's last evaluation stored: one an hour, beginning at `from`. */
type KeptOutdoor = { from: string; celsius: number[] };

/** In °C. `low`: the lowest of the current or next night; null if not all its hours are known. */
type OutdoorNow = { celsius: number; low: number | null };

/** Returns null if nothing is stored, or the stored hours don't reach until now. */
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

/** Returns the current or next night in the home's time zone, in epoch milliseconds. */
function nightOf(zone: string, now: number): { begins: number; ends: number } {
  const today = localDate(zone, now);
  const hourOf = (days: number, hours: number) =>
    localMidnight(zone, { ...today, day: today.day + days }) + hours * HOUR_MS;
  const isEarly = now < hourOf(0, NIGHT_ENDS_HOUR);
  return isEarly
    ? { begins: hourOf(-1, NIGHT_BEGINS_HOUR), ends: hourOf(0, NIGHT_ENDS_HOUR) }
    : { begins: hourOf(0, NIGHT_BEGINS_HOUR), ends: hourOf(1, NIGHT_ENDS_HOUR) };
}

/** The settings of a room. The list's order is the order of the rooms. */
type RoomSetting = { name: string; icon: RoomIcon | null };

/** A room as pages draw it. `icon` is the chosen icon, or the one that the name suggests. */
export type DrawnRoom = { name: string; icon: RoomIcon; isChosen: boolean };

/** Returns a device's room. A device without a room is a room of its own, under its name. */
export const roomOf = ({ space, name }: { space: string; name: string }): string => space || name;

/** Returns the home's rooms: first those that members have ordered, then the others in the order of their devices. */
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

/** Moves a room by one position. A room at the end of the list stays there. */
export function movedRoom(rooms: readonly DrawnRoom[], name: string, move: "up" | "down"): DrawnRoom[] {
  const from = rooms.findIndex((room) => room.name === name);
  const [room, to] = [rooms[from], from + (move === "up" ? -1 : 1)];
  if (room === undefined || to < 0 || to >= rooms.length) return [...rooms];
  return rooms.toSpliced(from, 1).toSpliced(to, 0, room);
}

export const settingsOf = (rooms: readonly DrawnRoom[]): RoomSetting[] =>
  rooms.map(({ name, icon, isChosen }) => ({ name, icon: isChosen ? icon : null }));

/** Beginnings of words that suggest an icon, in the languages of the pages. The more specific room comes first. */
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
