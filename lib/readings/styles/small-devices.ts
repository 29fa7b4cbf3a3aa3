import type { SensorKind } from "../../../schema/vocabulary.ts";
import { normaliseUnit } from "../../kernel/units.ts";
import { healthOf } from "../health.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { esphomeObjectId, isSensorCommunity, sensorDataValues } from "../known-shapes.ts";
import type { PayloadStyle } from "../reading.ts";
import { slug } from "../sensor-keys.ts";
import { guessKind } from "../sensor-kinds.ts";
import { unitOf } from "../unit-marks.ts";
import { readNumber, readValue } from "../values.ts";

const AFTER_THE_NUMBER = /^[+-]?[\d.]+ ?([^\d\s]\S{0,15})$/;

/** `value` is the number; the text of `state` ("19.8 °C") is only asked for the unit behind it. */
const readState = (body: JsonObject, objectId: string): Judged | null => {
  const measured = readValue(body.value);
  const key = slug(objectId);
  if (measured === null || key === "") return null;
  const named = normaliseUnit(AFTER_THE_NUMBER.exec(String(body.state).slice(0, 64))?.[1]);
  const byKey = guessKind(key, named, measured.isState);
  const kind = byKey === "generic" ? guessKind(String(body.name), named, measured.isState) : byKey;
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

type Form = { ending: RegExp; kind: SensorKind; unit: string };

/**
 * Quantities by the end of `value_type`: P1 is PM10 and P2 is PM2.5, easily swapped; the pressure is in Pa.
 */
const FORMS: Form[] = [
  { ending: /_P2$/, kind: "pm25", unit: "µg/m³" },
  { ending: /_P[014]$/, kind: "generic", unit: "µg/m³" },
  { ending: /temperature$/, kind: "temperature", unit: "°C" },
  { ending: /humidity$/, kind: "humidity", unit: "%" },
  { ending: /pressure(?:_sealevel)?$/, kind: "pressure", unit: "Pa" },
  { ending: /co2_ppm$/, kind: "co2", unit: "ppm" },
];

const readItem = (item: JsonObject): Judged | null => {
  const key = item.value_type;
  const value = readNumber(item.value);
  if (typeof key !== "string" || value === null) return null;
  const form = FORMS.find(({ ending }) => ending.test(key));
  // What is left are counters of the firmware (samples, min_micro, max_micro).
  return form ? judgeReading({ key, ...form, measured: { value, isState: false } }) : null;
};

/** airrohr's "own API": `{"sensordatavalues":[{"value_type":"SDS_P2","value":"12.30"}]}` */
export const sensorCommunity: PayloadStyle = {
  name: "sensor-community",
  claims: isSensorCommunity,
  read: (body) => {
    const items = sensorDataValues(body);
    const signal = items.findLast((item) => item.value_type === "signal");
    return payloadOf(items.values().map(readItem), healthOf(null, signal?.value));
  },
};
