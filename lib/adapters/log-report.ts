import type { Report } from "../ports.ts";

/** One JSON object a line, to the platform's log. */
export const logReport: Report = (event) => console[event.level](JSON.stringify(event));
