import type { ResponderAnswer } from "../../../schema/vocabulary.ts";
import type { AlertRecord } from "../../alerts/shown-alert.ts";
import type { HomeDevice } from "../../devices/home-device.ts";
import type { PageHome } from "../home-page/page-home.ts";

/** True if this answer also acknowledges the alert. */
export const takesOn = (answer: ResponderAnswer): boolean => answer !== "cannot";

/** What somebody outside the home may see: the sensors of the alerts' own rooms, and nothing of the others. */
export function placesOf({ devices }: PageHome, alerts: readonly AlertRecord[]): HomeDevice[] {
  const own = devices.filter(({ id }) => alerts.some(({ deviceId }) => deviceId === id));
  const isThere = ({ id, space }: HomeDevice): boolean =>
    own.some((device) => device.id === id || (space !== "" && device.space === space));
  return devices
    .filter((device) => device.enabled && isThere(device))
    .map((device) => ({ ...device, sensors: device.sensors.filter(({ visible }) => visible) }))
    .filter(({ sensors }) => sensors.length > 0);
}

export const openOnes = (alerts: readonly AlertRecord[]): AlertRecord[] =>
  alerts.filter(({ closedAt }) => closedAt === null);
