import { normaliseUnit } from "../../kernel/units.ts";
import type { JsonObject } from "../json.ts";
import { slug } from "../sensor-keys.ts";
import { entityPart } from "./home-assistant.ts";
import { textOf } from "./paths.ts";
import { sender } from "./sender.ts";

const ESPHOME_ID = /^(?:binary_sensor|sensor|switch)[-/](.+)$/s;

const AFTER_THE_NUMBER = /^[+-]?[\d.]+ ?([^\d\s]\S{0,15})$/;

const objectIdOf = ({ id, state, value }: JsonObject): string | null =>
  value === undefined || typeof state !== "string" ? null : (ESPHOME_ID.exec(textOf(id))?.[1] ?? null);

/**
 * A state event of ESPHome's web server, forwarded: `{"id":"sensor-outside","state":"19.8 °C","value":19.8}`. The text is
 * only asked for the unit behind the number.
 */
export const esphome = sender({
  name: "ESPHome",
  marks: ["id"],
  isIts: (body) => objectIdOf(body) !== null,
  parts: (body) => {
    const objectId = objectIdOf(body) ?? "";
    const [key, name] = [slug(objectId), textOf(body.name)];
    const unit = normaliseUnit(AFTER_THE_NUMBER.exec(String(body.state).slice(0, 64))?.[1]);
    return key === "" ? [] : [entityPart(key, name || objectId, body.value, { unit, names: [key, name] })];
  },
});
