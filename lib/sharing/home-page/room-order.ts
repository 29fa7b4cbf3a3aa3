import type { RoomIcon } from "../../../schema/vocabulary.ts";

/** What the home's people chose for a room: its place among the others is its place in the list. */
export type RoomSetting = { name: string; icon: RoomIcon | null };

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
