import { normaliseUnit } from "../../kernel/units.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { esphomeObjectId } from "../known-shapes.ts";
import type { PayloadStyle } from "../payload-style.ts";
import { slug } from "../sensor-keys.ts";
import { guessKind } from "../sensor-kinds.ts";
import { unitOf } from "../unit-marks.ts";
import { readValue } from "../values.ts";

const AFTER_THE_NUMBER = /^[+-]?[\d.]+ ?([^\d\s]\S{0,15})$/;

/** `value` is the number; the text of `state` ("19.8 °C") is only asked for the unit behind it. */
const readState = (body: JsonObject, objectId: string): Judged | null => {
  const measured = readValue(body.value);
  const key = slug(objectId);
  if (measured === null || key === "") return null;
  const named = normaliseUnit(AFTER_THE_NUMBER.exec(String(body.state).slice(0, 64))?.[1]);
  const kind = guessKind(key, named, measured.isState);
  const unit = named === null ? unitOf(key, kind, null) : { unit: named };
  return judgeReading({ key, label: body.name ?? objectId, kind, measured, ...unit });
};

/**
 * A state event of ESPHome's web server, forwarded: `{"id":"sensor-outside","state":"19.8 °C","value":19.8}`
 */
export const esphomeState: PayloadStyle = {
  name: "esphome-state",
  claims: (body) => esphomeObjectId(body) !== null,
  read: (body) => {
    const objectId = esphomeObjectId(body);
    return payloadOf(isJsonObject(body) && objectId !== null ? [readState(body, objectId)] : []);
  },
};
