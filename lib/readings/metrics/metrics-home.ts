import type { AlertKind, DeviceStatus } from "../../../schema/vocabulary.ts";
import type { HomeDevice } from "../../devices/home-device.ts";

/**
 * What a scrape shows of a household, hidden sensors and disabled devices included: the key is the owner's.
 */
export type MetricsHome = {
  devices: MetricsDevice[];
  /** Open episodes; a kind that is missing has none. */
  activeAlerts: Partial<Record<AlertKind, number>>;
  /** Those of them that are critical. */
  criticalAlerts: Partial<Record<AlertKind, number>>;
  /** Only sensors that are cooling towards freezing. */
  timeToFreezeSeconds: { deviceId: string; sensorId: string; seconds: number }[];
  /** Null where the reader must not know: that nobody is home is no business of a link's holder. */
  quiet: { snoozed: boolean; vacation: boolean } | null;
};

export type MetricsDevice = HomeDevice & { status: DeviceStatus };
