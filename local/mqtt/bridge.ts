import { setTimeout as sleep } from "node:timers/promises";
import { connect, type MqttClient } from "mqtt";
import { jsonIn, messageOf } from "../../lib/kernel/text.ts";
import { isJsonObject } from "../../lib/readings/json.ts";
import { LIMITS } from "../../schema/limits.ts";
import { type DeviceKeys, DISCOVERY, type HomeApi, STATE_TOPIC, STATUS_TOPIC } from "./home-api.ts";

type MqttSettings = {
  /** `mqtt://` or `mqtts://`, with user and password if the broker needs them. */
  url: string;
  /** An API key of the home, with the scope `write`. */
  apiKey: string;
  /** The certificate (PEM) of the broker's authority, if that is the home's own. */
  ca?: string | undefined;
};

type Bridge = { api: HomeApi; keys: DeviceKeys; onLog: (line: string) => void };

const MQTT_LIMITS = {
  payloadBytesMax: 65_536,
  /** Things that get a device. A stranger on the broker must not fill the home. */
  thingsMax: 100,
  /** Offline nodes to remember. */
  goneNodesMax: 1_000,
  /** A thing's messages within this time are one post: ESPHome publishes each sensor separately. */
  gatherMs: 1_000,
  /** A failed post is repeated for five minutes. */
  retryMs: 3_000,
  retriesMax: 100,
  statesEveryMs: 30_000,
  connectMs: 10_000,
  /** A broker that is gone acknowledges nothing. Once it is back, it publishes our last will. */
  farewellMs: 2_000,
} as const;

export type MqttBridge = { stop(): Promise<void> };

/**
 * Posts what the broker's sensors publish, with a device of the home for each thing, and publishes the home's state.
 * The client reconnects on its own, so a missing broker delays nothing. Messages that arrive during a post are gathered
 * for the next one; a sensor's newest value counts.
 */
export function startMqttBridge(settings: MqttSettings, services: Bridge): MqttBridge {
  const client = connect(settings.url, {
    clean: true,
    connectTimeout: MQTT_LIMITS.connectMs,
    reconnectPeriod: MQTT_LIMITS.connectMs / 2,
    ...(settings.ca === undefined ? {} : { ca: settings.ca }),
    will: { topic: STATUS_TOPIC, payload: Buffer.from("offline"), qos: 1, retain: true },
  });
  const posts = gather(services);
  /** ESPHome nodes that the broker reports as offline. */
  const gone = new Set<string>();
  client.on("message", (topic, payload, { retain }) => {
    if (payload.byteLength > MQTT_LIMITS.payloadBytesMax) return;
    const node = NODE_STATUS.exec(topic)?.[1];
    if (node !== undefined) {
      if (payload.toString("utf8") !== "offline") gone.delete(node);
      else if (gone.size < MQTT_LIMITS.goneNodesMax) gone.add(node);
      return;
    }
    // A retained message of an offline node is old, and would make the node look alive.
    if (retain && gone.has(ESPHOME.exec(topic)?.[1] ?? "")) return;
    const heard = heardIn(topic, payload.toString("utf8"));
    if (heard !== null) posts.add(heard);
  });
  client.on("error", (error) => services.onLog(`MQTT: ${messageOf(error)}`));
  // A restarted broker has forgotten its subscribers, and has told everybody that we are offline.
  client.on("connect", () => void greet(client, services));
  const timer = setInterval(() => void publishStates(client, services), MQTT_LIMITS.statesEveryMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await posts.settled();
      const farewell =
        client.connected && client.publishAsync(STATUS_TOPIC, "offline", { qos: 1, retain: true });
      await Promise.race([farewell, sleep(MQTT_LIMITS.farewellMs, undefined, { ref: false })]);
      await client.endAsync(true);
    },
  };
}

async function greet(client: MqttClient, services: Bridge): Promise<void> {
  try {
    await client.subscribeAsync([...TOPICS]);
    for (const { topic, config } of DISCOVERY)
      await client.publishAsync(topic, JSON.stringify(config), { qos: 1, retain: true });
    await client.publishAsync(STATUS_TOPIC, "online", { qos: 1, retain: true });
  } catch (error) {
    services.onLog(`MQTT: the broker refused what we asked of it: ${messageOf(error)}`);
  }
  await publishStates(client, services);
}

async function publishStates(client: MqttClient, { api, onLog }: Bridge): Promise<void> {
  if (!client.connected) return;
  try {
    const states = await api.states();
    await client.publishAsync(STATE_TOPIC, JSON.stringify(states), { qos: 1, retain: true });
  } catch (error) {
    onLog(`MQTT: the home's state was not published: ${messageOf(error)}`);
  }
}

/** Sends one post of a thing at a time; what arrives meanwhile waits as one body. */
function gather(services: Bridge) {
  const waiting = new Map<string, Heard>();
  const running = new Map<string, Promise<void>>();
  let isEnding = false;
  const run = async (thing: string): Promise<void> => {
    let failures = 0;
    while (waiting.has(thing)) {
      const ms = failures > 0 ? MQTT_LIMITS.retryMs : MQTT_LIMITS.gatherMs;
      await sleep(ms);
      const heard = waiting.get(thing);
      waiting.delete(thing);
      if (heard === undefined) continue;
      try {
        await post(heard, services);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === 1) services.onLog(`MQTT: ${thing} was not posted: ${messageOf(error)}`);
        if (isEnding || failures > MQTT_LIMITS.retriesMax) continue;
        // A leak may be published only once, so a failed post is kept.
        waiting.set(thing, { ...heard, body: newestOf(heard.body, waiting.get(thing)?.body) });
      }
    }
    running.delete(thing);
  };
  return {
    add(heard: Heard): void {
      const { thing } = heard;
      // Things without a device yet must not keep out one that has a device.
      const isKnown = running.has(thing) || services.keys.urlOf(thing) !== undefined;
      if (!isKnown && running.size >= MQTT_LIMITS.thingsMax) return;
      waiting.set(thing, { ...heard, body: newestOf(waiting.get(thing)?.body, heard.body) });
      if (!running.has(thing)) running.set(thing, run(thing));
    },
    settled: async () => {
      isEnding = true;
      await Promise.all(running.values());
    },
  };
}

/**
 * Merges two bodies of one thing, with as many sensors as a device can have. Without this limit, a publisher of ever new sensors
 * would make each message cost more than the one before.
 */
export const newestOf = (earlier: Heard["body"] = {}, later: Heard["body"] = {}): Heard["body"] =>
  Object.fromEntries(Object.entries({ ...earlier, ...later }).slice(0, LIMITS.deviceSensorsMax));

async function post({ thing, name, body }: Heard, { api, keys, onLog }: Bridge): Promise<void> {
  let url = keys.urlOf(thing);
  if (url === undefined) {
    if (keys.count() >= MQTT_LIMITS.thingsMax) {
      onLog(`MQTT: ${thing} is left out: ${MQTT_LIMITS.thingsMax} things have devices already`);
      return;
    }
    url = await api.makeDevice(name);
    await keys.keep(thing, url);
    onLog(`MQTT: ${thing} has a device now`);
  }
  const answer = await api.post(url, body);
  if (answer.status === 401) {
    // The device was removed or its key replaced: the next message creates a new device.
    await keys.forget(thing);
    onLog(`MQTT: the key of ${thing} is refused, so that it gets a new device`);
  } else if (answer.status === 429 || answer.status >= 500) throw new Error(answer.error);
  else if (answer.status >= 400) onLog(`MQTT: ${thing} was refused: ${answer.error}`);
}

/** A broker's message, as a post of one of the home's devices. */
export type Heard = {
  /** A permanent name of the thing: how it publishes, and its name there. */
  thing: string;
  /** The name of a device that is created for it. */
  name: string;
  body: Record<string, unknown>;
};

/**
 * Subscriptions to the default topics of Zigbee2MQTT, Tasmota and ESPHome. A broker sends retained messages in this
 * order, so a node's status comes before its states.
 */
const TOPICS = [
  "+/status",
  "zigbee2mqtt/#",
  "tele/+/SENSOR",
  "+/sensor/+/state",
  "+/binary_sensor/+/state",
] as const;

const NAME_CHARACTERS_MAX = 80;

const NODE_STATUS = /^([^/]+)\/status$/;
const ESPHOME = /^([^/]+)\/(?:binary_)?sensor\/([^/]+)\/state$/;
const TASMOTA = /^tele\/([^/]+)\/SENSOR$/;
/** A name of Zigbee2MQTT's may have slashes; what it publishes below a name is no message of the thing's. */
const ZIGBEE = /^zigbee2mqtt\/(?!bridge(?:\/|$))(.+)(?<!\/(?:availability|get|set|color|update|device))$/;

const CONTROL = /\p{Cc}/u;

/** Returns null if the message isn't a sensor's, or if its topic could forge a line of the log. */
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
  const body = jsonIn(payload);
  return isJsonObject(body)
    ? { thing: `${by}/${name}`, name: name.slice(0, NAME_CHARACTERS_MAX), body }
    : null;
}
