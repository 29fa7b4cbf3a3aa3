import type { SensorKind } from "../../../schema/vocabulary.ts";
import { refuse } from "../../kernel/outcome.ts";
import { normaliseUnit } from "../../kernel/units.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { isHomeAssistantEntity } from "../known-shapes.ts";
import type { PayloadStyle } from "../reading.ts";
import { hasSenmlLabel } from "../senml/labels.ts";
import { slug } from "../sensor-keys.ts";
import { guessKind, kindFromClass } from "../sensor-kinds.ts";
import { unitOf } from "../unit-marks.ts";
import { readValue } from "../values.ts";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The object id of the entity, else a slug of its name: both stay the same from post to post. */
const keyOf = (entity: JsonObject, friendlyName: string): string => {
  const entityId = text(entity.entity_id);
  return entityId.slice(entityId.indexOf(".") + 1).trim() || slug(friendlyName) || "state";
};

const kindOf = (deviceClass: string, names: string, unit: string | null, isState: boolean): SensorKind => {
  const kind = kindFromClass(deviceClass);
  if (kind !== null) return kind;
  // "connectivity" of a door sensor is not the door.
  return isState && deviceClass !== "" ? "generic" : guessKind(names, unit, isState);
};

const readEntity = (entity: JsonObject): Judged | null => {
  const attributes = isJsonObject(entity.attributes) ? entity.attributes : {};
  const measured = readValue(entity.state);
  if (measured === null) return null;
  const key = keyOf(entity, text(attributes.friendly_name));
  const named = normaliseUnit(attributes.unit_of_measurement);
  const kind = kindOf(text(attributes.device_class), key, named, measured.isState);
  const unit = named === null ? unitOf(key, kind, null) : { unit: named };
  return judgeReading({ key, label: attributes.friendly_name, kind, measured, ...unit });
};

/** Its highest setting tells a thermostat's scale: 35 and 95 are the same, and so are a boiler's 60 and 140. */
const scaleOf = ({ temperature_unit: said, max_temp: max }: JsonObject): string | null => {
  const named = normaliseUnit(said);
  if (named !== null || typeof max !== "number") return named;
  return max > 75 ? "°F" : max <= 45 ? "°C" : null;
};

/** A thermostat, or the weather: its state is a word, and what it measures stands in its attributes. */
function* readAttributes(entity: JsonObject): Generator<Judged | null> {
  const attributes = isJsonObject(entity.attributes) ? entity.attributes : {};
  const [, domain = ""] = /^(climate|water_heater|humidifier|weather)\./.exec(text(entity.entity_id)) ?? [];
  if (domain === "" || entity.state === "unavailable" || entity.state === "unknown") return;
  const [name, prefix] = [text(attributes.friendly_name), domain === "weather" ? "" : "current_"];
  const scale = scaleOf(attributes);
  for (const kind of ["temperature", "humidity"] as const) {
    const measured = readValue(attributes[`${prefix}${kind}`]);
    if (measured === null || measured.isState) continue;
    const unit = kind === "humidity" ? "%" : (scale ?? "°C");
    yield judgeReading({
      key: `${keyOf(entity, name)}_${kind}`,
      label: `${name} ${kind}`.trim(),
      kind,
      unit,
      followsDeviceUnit: kind === "temperature" && scale === null,
      measured,
    });
  }
}

const entitiesOf = (body: unknown): JsonObject[] =>
  (Array.isArray(body) ? body : [body]).filter(isHomeAssistantEntity);

const NONE_USABLE =
  "No usable reading: saw a Home Assistant entity whose state is no number and none of on, off, open, closed";

/**
 * `{"entity_id","state","attributes":{"unit_of_measurement","device_class","friendly_name"}}`, or an array of
 * them.
 */
export const homeAssistant: PayloadStyle = {
  name: "home-assistant",
  claims: (body) => entitiesOf(body).length > 0 && !(Array.isArray(body) && body.some(hasSenmlLabel)),
  read: (body) => {
    const payload = payloadOf(
      entitiesOf(body)
        .values()
        .flatMap((entity) => [readEntity(entity), ...readAttributes(entity)]),
    );
    // An unavailable entity is no sign of life, even with a battery beside it.
    const isUnusable = payload.ok && payload.value.readings.length === 0;
    return isUnusable ? refuse("unusable_payload", NONE_USABLE) : payload;
  },
};
