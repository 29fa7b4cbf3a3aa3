import type { ParsedPayload } from "../../domain/ingest/reading.ts";
import { type ReadSensor, readSensor } from "../../domain/received-body/received-body.ts";
import type { Db } from "../../store/db.ts";
import { findUnitsOfKey } from "../../store/units-of-key.ts";

/** What was sent, in the unit that it was taken for: for a bare number that is its sensor's. */
export async function explainReadings(
  db: Db,
  ingestKey: string,
  { readings }: ParsedPayload,
): Promise<ReadSensor[]> {
  const units = await findUnitsOfKey(db, ingestKey);
  return readings.map((reading) => {
    const sensor = readSensor(reading);
    const known = reading.unitIsAssumed ? units.get(reading.key) : undefined;
    return known === undefined ? sensor : { ...sensor, unit: known.unit, assumed: known.isAssumed };
  });
}
