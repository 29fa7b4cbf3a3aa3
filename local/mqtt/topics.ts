/** A message of a broker as what a device of the home posts. */
export type Heard = {
  /** Names the thing for good: its way of publishing, and the name that it has there. */
  thing: string;
  /** What a device that is made for it is called. */
  name: string;
  body: Record<string, unknown>;
};

/** What is subscribed: Zigbee2MQTT, Tasmota and ESPHome as they publish where nobody has set them otherwise. */
export const TOPICS = [
  "zigbee2mqtt/+",
  "tele/+/SENSOR",
  "+/sensor/+/state",
  "+/binary_sensor/+/state",
] as const;

const NAME_CHARACTERS_MAX = 80;

const ESPHOME = /^([^/]+)\/(?:binary_)?sensor\/([^/]+)\/state$/;
const TASMOTA = /^tele\/([^/]+)\/SENSOR$/;
const ZIGBEE = /^zigbee2mqtt\/(?!bridge$)([^/]+)$/;

const CONTROL = /\p{Cc}/u;

/** Null for a message that is none of a sensor, or whose topic would begin a line of its own in the log. */
export function heardIn(topic: string, payload: string): Heard | null {
  if (CONTROL.test(topic)) return null;
  const zigbee = ZIGBEE.exec(topic)?.[1];
  if (zigbee !== undefined) return withObject("zigbee2mqtt", zigbee, payload);
  const tasmota = TASMOTA.exec(topic)?.[1];
  if (tasmota !== undefined) return withObject("tasmota", tasmota, payload);
  const [, node, sensor] = ESPHOME.exec(topic) ?? [];
  if (node === undefined || sensor === undefined) return null;
  return { thing: `esphome/${node}`, name: node.slice(0, NAME_CHARACTERS_MAX), body: { [sensor]: payload } };
}

function withObject(by: string, name: string, payload: string): Heard | null {
  const body = objectIn(payload);
  return body === null ? null : { thing: `${by}/${name}`, name: name.slice(0, NAME_CHARACTERS_MAX), body };
}

function objectIn(payload: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
