import { isUnexplained } from "../devices/placement/placement.ts";
import type { DeviceFacts, SensorFacts, TickDevice } from "./facts.ts";
import type { Evidence } from "./reason.ts";

type Sensor = Pick<SensorFacts, "label" | "kind" | "unit" | "value" | "placement" | "settings">;

/**
 * Nothing says that a thermometer watches a place, and nobody has set its limits: it may be part of a machine. Its cold is
 * a question, asked once by mail; no critical alert, no forecast and no word on the heating comes from it.
 */
export const isPlaceUnknown = (sensor: Sensor, device: Pick<DeviceFacts, "name" | "space">): boolean =>
  sensor.settings.freeze === undefined && isUnexplained(sensor, device);

/** The mark of evidence from such a sensor; notices ask because of it. */
const MARK = "place_unknown";

export const unknownPlaceMark = (isUnknown: boolean): Record<string, 1> => (isUnknown ? { [MARK]: 1 } : {});

export const asksForPlace = (evidence: Pick<Evidence, "more"> | null): boolean =>
  evidence?.more?.[MARK] === 1;

export const withKnownPlaces = (devices: readonly TickDevice[]): TickDevice[] =>
  devices.map(({ device, sensors }) => ({
    device,
    sensors: sensors.filter((sensor) => !isPlaceUnknown(sensor, device)),
  }));
