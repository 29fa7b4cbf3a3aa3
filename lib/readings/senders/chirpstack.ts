import { decodeText } from "../decode-body.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { uplink } from "./lorawan.ts";
import { sender, thingOf } from "./sender.ts";

/** Version 3 may send the decoded object as text. */
const decodedIn = (body: JsonObject): unknown => {
  if (isJsonObject(body.object) || typeof body.objectJSON !== "string") return body.object;
  const decoded = decodeText(body.objectJSON);
  return decoded.ok ? decoded.value : {};
};

/** ChirpStack's uplink event, version 4 and 3. */
export const chirpstack = sender({
  name: "ChirpStack",
  marks: ["deviceInfo", "object", "objectJSON", "rxInfo"],
  isIts: (body) =>
    isJsonObject(body.deviceInfo) ||
    ("devEUI" in body && ("rxInfo" in body || "objectJSON" in body || "object" in body)),
  parts: (body) => {
    const device = isJsonObject(body.deviceInfo) ? body.deviceInfo : body;
    return uplink(decodedIn(body), thingOf(device.devEui ?? device.devEUI, device.deviceName), body.rxInfo);
  },
});
