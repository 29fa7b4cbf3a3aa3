import { ALERT_BUGS } from "./alerts.ts";
import type { PlantedBug } from "./bug.ts";
import { HISTORY_BUGS } from "./history.ts";
import { JOB_BUGS } from "./jobs.ts";
import { MACHINE_BUGS } from "./machine.ts";
import { MESSAGE_BUGS } from "./messages.ts";
import { READING_BUGS } from "./readings.ts";

export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...READING_BUGS,
  ...HISTORY_BUGS,
  ...ALERT_BUGS,
  ...MESSAGE_BUGS,
  ...JOB_BUGS,
  ...MACHINE_BUGS,
];
