import { type JsonObject, objectElements } from "../json.ts";
import type { Manner, Part } from "../parts/manner.ts";
import { readNumber } from "../values.ts";
import { textOf } from "./paths.ts";
import { rowManner } from "./rows.ts";
import { sender, thingOf } from "./sender.ts";

const MANNER: Manner = rowManner("Domoticz device");

/** A `dtype` says what `svalue1` and the next hold, in this order. */
const namesOf = (type: string): string[] =>
  type
    .split("+")
    .map((word) => word.trim())
    .flatMap((word) =>
      /^temp/i.test(word)
        ? ["Temp"]
        : /^hum/i.test(word)
          ? ["Humidity", "-"]
          : /^baro/i.test(word)
            ? ["Barometer"]
            : [],
    );

const stateOf = (subtype: string): string =>
  /door|contact/i.test(subtype)
    ? "door"
    : /motion/i.test(subtype)
      ? "motion"
      : /water|leak/i.test(subtype)
        ? "leak"
        : "state";

const domoticzPartOf = (device: JsonObject): Part => {
  const type = textOf(device.dtype ?? device.Type);
  const measured = namesOf(type).map((name, at) => [name, readNumber(device[`svalue${at + 1}`])]);
  const isSwitch = /switch/i.test(type) && typeof device.nvalue === "number";
  const kind = textOf(device.switchType ?? device.SwitchType);
  return {
    ...thingOf(device.idx, device.name ?? device.Name),
    members: {
      battery: device.Battery ?? device.BatteryLevel,
      ...Object.fromEntries(measured.filter(([name, value]) => name !== "-" && value !== null)),
      ...(isSwitch ? { [stateOf(kind)]: device.nvalue } : {}),
      ...("svalue1" in device
        ? {}
        : { Temp: device.Temp, Humidity: device.Humidity, Barometer: device.Barometer }),
    },
    manner: MANNER,
  };
};

/** Domoticz: what it publishes of a device by MQTT, and the devices of its JSON interface. */
export const domoticz = sender({
  name: "Domoticz",
  marks: ["idx", "result"],
  isIts: (body) =>
    ("idx" in body && ("nvalue" in body || "Type" in body)) ||
    objectElements(body.result).some((one) => "idx" in one && "HardwareID" in one),
  parts: (body) => ("idx" in body ? [domoticzPartOf(body)] : objectElements(body.result).map(domoticzPartOf)),
});
