import type { OwnedEpisode } from "../alerts/end-owned.ts";
import { settingsFor } from "../alerts/settings.ts";
import type { TickFacts } from "../alerts/tick-facts.ts";
import { sensorSettings } from "../placement/sensor-settings.ts";

/**
 * The open episodes whose kind is switched off where they are: for their sensor, their device or the home.
 */
export const switchedOff = (episodes: readonly OwnedEpisode[], facts: TickFacts): OwnedEpisode[] =>
  episodes.filter((episode) => !isWatched(episode, facts));

/** A rule of the home's own has no such settings. */
function isWatched({ kind, about }: OwnedEpisode, { household, devices }: TickFacts): boolean {
  if (kind === "rule") return true;
  for (const { device, sensors } of devices) {
    const sensor = sensors.find(({ id }) => id === about.sensorId);
    if (sensor !== undefined) return sensorSettings(kind, household, device, sensor).enabled;
    if (device.id === about.deviceId) return settingsFor(kind, household.settings, device.settings).enabled;
  }
  return settingsFor(kind, household.settings).enabled;
}
