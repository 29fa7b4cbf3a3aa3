import { done } from "../../outcome.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { isFixedShape, isHomeAssistantEntity, isTasmotaReport } from "../known-shapes.ts";
import type { PayloadStyle } from "../payload-style.ts";
import { kindFromName } from "../sensor-kinds.ts";
import { temperatureUnitOf, unitOf } from "../unit-marks.ts";
import { readValue } from "../values.ts";

const readKey = (key: string, raw: unknown, bodyScale: string | null): Judged | null => {
  const measured = readValue(raw);
  if (measured === null) return null;
  const kind = kindFromName(key);
  return judgeReading({ key, kind, measured, ...unitOf(key, kind, bodyScale) });
};

/** Every usable member of an object as a sensor of its own; °F where nothing names a temperature's unit. */
export const readFlatKeys = (body: JsonObject): (Judged | null)[] => {
  const bodyScale = temperatureUnitOf(body);
  const isEntity = isHomeAssistantEntity(body);
  return Object.entries(body)
    .filter(([key]) => !(isEntity && key === "state"))
    .map(([key, raw]) => readKey(key, raw, bodyScale));
};

/** `{"temp1":38.2,"humidity1":45,"door1":true}` */
export const flatKeys: PayloadStyle = {
  name: "flat-keys",
  claims: (body) =>
    isJsonObject(body) &&
    !isFixedShape(body) &&
    !isTasmotaReport(body) &&
    readFlatKeys(body).some((judged) => judged !== null),
  read: (body) => done(payloadOf(isJsonObject(body) ? readFlatKeys(body) : [])),
};
