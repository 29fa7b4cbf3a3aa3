import type { ResponderAnswer } from "../../../schema/vocabulary.ts";
import type { PageDevice, PageHome } from "../../sharing/home-page/page-home.ts";
import type { AlertRecord } from "../shown-alert.ts";

/** Whether somebody who answers so has the alert from then on. */
export const takesOn = (answer: ResponderAnswer): boolean => answer !== "cannot";

/** What somebody outside the home may see: the sensors of the alerts' own rooms, and nothing of the others. */
export function placesOf({ devices }: PageHome, alerts: readonly AlertRecord[]): PageDevice[] {
  const own = devices.filter(({ id }) => alerts.some(({ deviceId }) => deviceId === id));
  const isThere = ({ id, space }: PageDevice): boolean =>
    own.some((device) => device.id === id || (space !== "" && device.space === space));
  return devices
    .filter((device) => device.enabled && isThere(device))
    .map((device) => ({ ...device, sensors: device.sensors.filter(({ visible }) => visible) }))
    .filter(({ sensors }) => sensors.length > 0);
}

export const openOnes = (alerts: readonly AlertRecord[]): AlertRecord[] =>
  alerts.filter(({ closedAt }) => closedAt === null);
