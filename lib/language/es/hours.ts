import type { Hour } from "../notice-view.ts";

/** «las 3:05», «la 1:30», «las 3:05 del vie». */
export const hourText = ({ clock, weekday }: Hour): string => {
  const hour = `${/^1:/.test(clock) ? "la" : "las"} ${clock}`;
  return weekday === null ? hour : `${hour} del ${weekday}`;
};

/** «a las 3:05». */
export const atHour = (hour: Hour): string => `a ${hourText(hour)}`;
