import { MINUTE_MS, START } from "./clock.ts";
import type { Weather } from "./weather.ts";

export type Posted = { at: number; celsius: number };

/** What one room's air did, minute by minute from `START`, and what its sensor said of it. */
export type Room = { celsius: Float32Array; posts: Posted[]; everyMinutes: number };

export type Story = {
  /** Which law of cooling and which sensor, for the breakdown. */
  law: string;
  sensor: string;
  rooms: Room[];
  weather: Weather;
  failedAt: number | null;
  /** Hours in which somebody turned the heating down or left a door open: a question then is no mistake. */
  explained: { from: number; to: number }[];
  endsAt: number;
};

/**
 * When a room's own air (not the sensor's rounded word for it) first reaches 32 °F after the failure; null
 * for never.
 */
export function frozenAt(story: Story, room: Room): number | null {
  if (story.failedAt === null) return null;
  const first = Math.round((story.failedAt - START) / MINUTE_MS);
  for (let minute = first; minute < room.celsius.length; minute += 1)
    if ((room.celsius[minute] ?? 0) <= 0) return START + minute * MINUTE_MS;
  return null;
}
