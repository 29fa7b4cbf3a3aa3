import type { Resolution } from "../../../schema/vocabulary.ts";
import { type Place, placeOf } from "../../domain/cursor.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { ReadingSensor } from "../../domain/readings/api-reading.ts";
import { readingsWindow } from "../../domain/readings/window.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { chooseSensors } from "../../store/sensors.ts";

export type AskReadings = {
  householdId: string;
  /** None: all of them. */
  sensorIds: string[];
  deviceId: string | undefined;
  key: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
  cursor: string | undefined;
  resolution: Resolution;
};

/** The sensors, the stretch and the place after which readings are wanted. */
export type ChosenReadings = {
  sensors: ReadingSensor[];
  from: Date;
  to: Date;
  now: Date;
  after: Place | null;
  resolution: Resolution;
};

/** An id that is not the household's is not found, be it unknown or another's. */
export async function chooseReadings(
  ports: { db: Db; clock: Clock },
  ask: AskReadings,
): Promise<Outcome<ChosenReadings>> {
  const after = ask.cursor === undefined ? null : placeOf(ask.cursor);
  if (ask.cursor !== undefined && after === null) return refuse("bad_cursor");
  const sensors = await chooseSensors(ports.db, {
    householdId: ask.householdId,
    sensorIds: ask.sensorIds,
    deviceId: ask.deviceId ?? null,
    key: ask.key ?? null,
  });
  if (sensors === null) return refuse("not_found", `The device "${ask.deviceId}" is not found`);
  const missing = ask.sensorIds.find((id) => !sensors.some(({ sensorId }) => sensorId === id));
  if (missing !== undefined) return refuse("not_found", `The sensor "${missing}" is not found`);
  const now = ports.clock();
  return done({ sensors, ...readingsWindow(ask, now), now, after, resolution: ask.resolution });
}
