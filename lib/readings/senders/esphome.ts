import { normaliseUnit } from "../../kernel/units.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { slug } from "../sensor-keys.ts";
import { guessKind } from "../sensor-kinds.ts";
import { unitOf } from "../unit-marks.ts";
import { readValue } from "../values.ts";
import type { Sender } from "./sender.ts";

const ESPHOME_ID = /^(?:binary_sensor|sensor|switch)[-/](.+)$/s;

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
 * The object id of an ESPHome state event (`sensor-outside_temperature` with `state` and `value`), else null.
 */
const esphomeObjectId = (body: unknown): string | null => {
  if (!isJsonObject(body) || typeof body.id !== "string" || !("value" in body)) return null;
  return typeof body.state === "string" ? (ESPHOME_ID.exec(body.id)?.[1] ?? null) : null;
};

/**
 * A state event of ESPHome's web server, forwarded: `{"id":"sensor-outside","state":"19.8 °C","value":19.8}`
 */
export const esphome: Sender = {
  name: "ESPHome",
  marks: ["id"],
  claims: (body) => esphomeObjectId(body) !== null,
  read: (body) => {
    const objectId = esphomeObjectId(body);
    return payloadOf(isJsonObject(body) && objectId !== null ? [readState(body, objectId)] : []);
  },
};
