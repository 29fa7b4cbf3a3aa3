import type { StorySensor } from "./home.ts";

/** What people would use instead: one line at 40 °F in every room that they care for. Hours of its messages. */
export type Line = {
  notified: number[];
  read: (sensor: StorySensor, fahrenheit: number, hours: number) => void;
};

const LINE = 40;
/** It is armed again this much above. */
const SLACK = 2;

/** Tells the first reading at or below the line. */
export const lineAtOnce = (): Line => lineAfter(0);

/** Tells once every reading of half an hour was at or below it. */
export const lineForHalfAnHour = (): Line => lineAfter(0.5);

function lineAfter(holdsHours: number): Line {
  const since = new Map<StorySensor, number>();
  const isNotified = new Set<StorySensor>();
  const line: Line = {
    notified: [],
    read(sensor, fahrenheit, hours) {
      if (fahrenheit > LINE) since.delete(sensor);
      if (fahrenheit > LINE + SLACK) isNotified.delete(sensor);
      if (fahrenheit > LINE) return;
      const began = since.get(sensor) ?? hours;
      since.set(sensor, began);
      if (hours - began < holdsHours || isNotified.has(sensor)) return;
      isNotified.add(sensor);
      line.notified.push(hours);
    },
  };
  return line;
}
