import { isJsonObject, objectElements } from "../json.ts";
import { uplink } from "./lorawan.ts";
import { objectOf, sender, thingOf } from "./sender.ts";

/** The Things Stack v3: what the payload formatter decoded, else what it normalised. */
export const theThingsNetwork = sender({
  name: "The Things Network",
  marks: ["end_device_ids"],
  isIts: (body) => isJsonObject(body.end_device_ids),
  parts: (body) => {
    const ids = objectOf(body.end_device_ids);
    const message = objectOf(body.uplink_message);
    const [normalized = {}] = objectElements(message.normalized_payload);
    const decoded = isJsonObject(message.decoded_payload) ? message.decoded_payload : normalized;
    return uplink(decoded, thingOf(ids.device_id, ids.device_id), message.rx_metadata);
  },
});
