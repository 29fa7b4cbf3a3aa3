import { entriesOf, isJsonObject, type JsonObject } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { isFixedShape, isHomeAssistantEntity, isTasmotaReport } from "../known-shapes.ts";
import type { PayloadStyle } from "../payload-style.ts";
import { cleanKey } from "../sensor-keys.ts";
import { kindFromName } from "../sensor-kinds.ts";
import { temperatureUnitOf, unitOf } from "../unit-marks.ts";
import { readValue } from "../values.ts";

const readKey = (name: string, raw: unknown, bodyScale: string | null): Judged | null => {
  const measured = readValue(raw);
  const key = measured && cleanKey(name);
  if (!key) return null;
  const kind = kindFromName(key);
  return judgeReading({ key, kind, measured, ...unitOf(key, kind, bodyScale) });
};

/** The members that may be sensors: the `state` of an entity is not one of them. */
const membersOf = (body: JsonObject): readonly [string, unknown][] => {
  const entries = entriesOf(body);
  return isHomeAssistantEntity(body) ? entries.filter(([name]) => name !== "state") : entries;
};

/** Every usable member of an object as a sensor of its own; °F where nothing names a temperature's unit. */
export const readFlatKeys = (body: JsonObject): IteratorObject<Judged | null> => {
  const bodyScale = temperatureUnitOf(body);
  return membersOf(body)
    .values()
    .map(([name, raw]) => readKey(name, raw, bodyScale));
};

/** `{"temp1":38.2,"humidity1":45,"door1":true}` */
export const flatKeys: PayloadStyle = {
  name: "flat-keys",
  claims: (body) =>
    isJsonObject(body) &&
    !isFixedShape(body) &&
    !isTasmotaReport(body) &&
    membersOf(body).some(([name, raw]) => readKey(name, raw, null) !== null),
  read: (body) => payloadOf(isJsonObject(body) ? readFlatKeys(body) : []),
};
