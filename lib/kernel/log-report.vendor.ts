import type { Clock, Report } from "./ports.ts";

/** Writes one JSON object a line, with its time in UTC, to the platform's log. */
export const logReport =
  (clock: Clock): Report =>
  (event) =>
    console[event.level](JSON.stringify({ time: clock(), ...event }));
