import { healthOf } from "../health.ts";
import { isJsonObject } from "../json.ts";
import { payloadOf } from "../judge-reading.ts";
import { objectOf, type Sender } from "./sender.ts";

/** Tasmota's STATE message: relays, memory and radio of the device itself. `Signal` is in dBm, `RSSI` in percent. */
export const tasmotaState: Sender = {
  name: "Tasmota STATE",
  marks: ["UptimeSec", "LoadAvg", "MqttCount"],
  claims: (body) => isJsonObject(body) && "UptimeSec" in body && isJsonObject(body.Wifi),
  read: (body) => payloadOf([], healthOf(null, objectOf(objectOf(body).Wifi).Signal)),
};
