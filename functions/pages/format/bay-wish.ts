import { type Outcome, refuse } from "../../../lib/kernel/outcome.ts";
import { BayChange } from "../../../schema/wire/companion.ts";
import { validate } from "../../_http/validate.ts";
import type { Form } from "../form.ts";

/** What a bay can show, as its form says it; a room's name follows a colon. */
export const WHOLE_HOME = "home";
export const SOME_SENSORS = "sensors";
export const roomChoice = (room: string): string => `room:${room}`;

/** A bay as the wire takes it: by room, or by sensors ticked one by one. */
export function bayWish({ text, all }: Form): Outcome<BayChange> {
  const [name, shows, ids] = [text("name"), text("shows"), all("sensors")];
  if (shows !== SOME_SENSORS) {
    const space = shows === WHOLE_HOME ? null : shows.replace(roomChoice(""), "");
    return validate(BayChange, { name, sensor_ids: null, space });
  }
  if (ids.length === 0) return refuse("invalid_request", '"shows" must have at least one sensor');
  return validate(BayChange, { name, sensor_ids: ids });
}
