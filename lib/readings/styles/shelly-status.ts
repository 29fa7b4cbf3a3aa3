import type { SensorKind } from "../../../schema/vocabulary.ts";
import { healthOf } from "../health.ts";
import { isJsonObject, type JsonObject, objectElements } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { isShellyStatus } from "../known-shapes.ts";
import type { PayloadStyle } from "../payload-style.ts";
import { readNumber, readValue } from "../values.ts";

const found = (key: string, kind: SensorKind, unit: string | null, raw: unknown): Judged | null => {
  const measured = readValue(raw);
  return measured && judgeReading({ key, kind, unit, measured });
};

const part = (body: JsonObject, name: string): JsonObject => {
  const value = body[name];
  return isJsonObject(value) ? value : {};
};

/** `meters[].total` is in watt-minutes and resets at a reboot: only `emeters[].total` (Wh) is an energy. */
const readMeters = (body: JsonObject): (Judged | null)[] => [
  ...objectElements(body.meters).map((meter, at) => found(`meters${at}_power`, "power", "W", meter.power)),
  ...objectElements(body.emeters).flatMap((meter, at) => [
    found(`emeters${at}_power`, "power", "W", meter.power),
    found(`emeters${at}_voltage`, "generic", "V", meter.voltage),
    found(`emeters${at}_energy`, "energy", "Wh", meter.total),
  ]),
];

const readSensors = (body: JsonObject): (Judged | null)[] => [
  found("temperature", "temperature", "°C", readNumber(part(body, "tmp").tC)),
  found("humidity", "humidity", "%", readNumber(part(body, "hum").value)),
  found("flood", "flood", null, body.flood),
  found("door", "door", null, part(body, "sensor").state),
  ...Object.entries(part(body, "ext_temperature")).map(([at, probe]) =>
    found(`ext_temperature${at}`, "temperature", "°C", isJsonObject(probe) ? readNumber(probe.tC) : null),
  ),
];

/** A Shelly Gen1's `/status`. The `temperature` at its top is the chip's and is left out. */
export const shellyStatus: PayloadStyle = {
  name: "shelly-status",
  claims: isShellyStatus,
  read: (body) => {
    if (!isJsonObject(body)) return payloadOf([]);
    const relays = objectElements(body.relays).map((relay, at) =>
      found(`relays${at}`, "generic", null, relay.ison),
    );
    const health = healthOf(part(body, "bat").value, part(body, "wifi_sta").rssi);
    return payloadOf([...readMeters(body), ...readSensors(body), ...relays], health);
  },
};
