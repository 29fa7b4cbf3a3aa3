import type { SensorKind } from "../../../schema/vocabulary.ts";
import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { isRuuvi } from "../known-shapes.ts";
import type { PayloadStyle } from "../payload-style.ts";
import { readNumber } from "../values.ts";

/**
 * The measurements of a tag and their units (docs.ruuvi.com, Ruuvi Station); acceleration and counters are
 * left out.
 */
const FIELDS: [string, SensorKind, string][] = [
  ["temperature", "temperature", "°C"],
  ["humidity", "humidity", "%"],
  ["pressure", "pressure", "Pa"],
  ["voltage", "generic", "V"],
];

const readTag = (tag: JsonObject): (Judged | null)[] => {
  const name = [tag.name, tag.id].find((text) => typeof text === "string" && text.trim() !== "");
  return FIELDS.map(([field, kind, unit]) => {
    const value = readNumber(tag[field]);
    if (value === null || name === undefined) return null;
    const measured = { value, isState: false };
    return judgeReading({ key: `${name}_${field}`, label: `${name} ${field}`, kind, unit, measured });
  });
};

/**
 * `{"tags":[{"name":"Fridge","temperature":3.85,…}],"batteryLevel":88}`; the battery at the top is the
 * phone's.
 */
export const ruuvi: PayloadStyle = {
  name: "ruuvi",
  claims: isRuuvi,
  read: (body) => payloadOf(isJsonObject(body) ? objectElements(body.tags).values().flatMap(readTag) : []),
};
