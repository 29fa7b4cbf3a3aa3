import type { Form } from "../form.ts";

/** What a bay can show, as its form says it; a room's name follows a colon. */
export const WHOLE_HOME = "home";
export const SOME_SENSORS = "sensors";
export const roomChoice = (room: string): string => `room:${room}`;

/** A bay as the wire takes it: by room, or by sensors ticked one by one. */
export function bayWish({ text, all }: Form) {
  const [name, shows] = [text("name"), text("shows")];
  if (shows === SOME_SENSORS) return { name, sensor_ids: all("sensors") };
  return { name, sensor_ids: null, space: shows === WHOLE_HOME ? null : shows.replace(roomChoice(""), "") };
}
