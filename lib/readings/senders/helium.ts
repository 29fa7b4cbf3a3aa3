import { isJsonObject, type JsonObject } from "../json.ts";
import { uplink } from "./lorawan.ts";
import { objectOf, sender, thingOf } from "./sender.ts";

const decodedIn = ({ decoded, payload }: JsonObject): unknown => {
  const inner = objectOf(decoded).payload;
  return isJsonObject(inner) ? inner : isJsonObject(decoded) ? decoded : payload;
};

/** Helium's console: the payload that its function decoded, and the hotspots that heard it. */
export const helium = sender({
  name: "Helium",
  marks: ["hotspots", "decoded"],
  isIts: (body) => "dev_eui" in body && ("hotspots" in body || isJsonObject(body.decoded)),
  parts: (body) => uplink(decodedIn(body), thingOf(body.dev_eui, body.name), body.hotspots),
});
