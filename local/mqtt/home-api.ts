import path from "node:path";
import { replaceFile, textIfThere } from "../processes/whole-files.ts";

const TIMEOUT_MS = 10_000;
const PAGE = 200;

export const STATUS_TOPIC = "hearthwatch/status";
export const STATE_TOPIC = "hearthwatch/state";

const DEVICE = { identifiers: ["hearthwatch"], name: "Hearthwatch", manufacturer: "Hearthwatch" };

const FILE = "mqtt-devices.json";
const OWNER_ONLY = 0o600;

type Answer = {
  error?: string;
  ingest_url?: string;
  devices?: { status: string }[];
  alerts?: { severity: string }[];
};

export type HomeApi = ReturnType<typeof homeApi>;

/** The home, through its own API. */
export function homeApi(baseUrl: string, apiKey: string) {
  const ask = async (url: string, init: RequestInit = {}): Promise<{ status: number; body: Answer }> => {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: answer.status, body: (await answer.json()) as Answer };
  };
  const headers = { Authorization: `Bearer ${apiKey}` };
  const v1 = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const { status, body } = await ask(`${baseUrl}/api/v1/${path}`, { ...init, headers });
    if (status >= 400) throw new Error(`MQTT_API_KEY: ${body.error ?? status}`);
    return body;
  };
  return {
    /** Creates a device, and returns the URL to which it posts. */
    makeDevice: async (name: string): Promise<string> => {
      const { ingest_url: url } = await v1("devices", { method: "POST", body: JSON.stringify({ name }) });
      if (url === undefined) throw new Error("No address came with the new device");
      return url;
    },
    post: async (url: string, body: unknown): Promise<{ status: number; error: string }> => {
      const { status, body: said } = await ask(url, { method: "POST", body: JSON.stringify(body) });
      return { status, error: said.error ?? "" };
    },
    states: async (): Promise<OwnStates> => {
      const { devices = [] } = await v1(`devices?limit=${PAGE}`);
      const { alerts = [] } = await v1(`alerts?state=open&limit=${PAGE}`);
      const isCritical = alerts.some(({ severity }) => severity === "critical");
      return {
        alerts: alerts.length,
        worst: isCritical ? "critical" : alerts.length > 0 ? "warning" : "none",
        offline: devices.filter(({ status }) => status === "offline").length,
      };
    },
  };
}

/** The home's state for the broker: open alerts, the worst one, and offline devices. */
export type OwnStates = { alerts: number; worst: "none" | "warning" | "critical"; offline: number };

type Discovery = { topic: string; config: Record<string, unknown> };

const sensor = (id: keyof OwnStates, name: string, icon: string, more: object = {}): Discovery => ({
  topic: `homeassistant/sensor/hearthwatch/${id}/config`,
  config: {
    name,
    unique_id: `hearthwatch_${id}`,
    state_topic: STATE_TOPIC,
    value_template: `{{ value_json.${id} }}`,
    availability_topic: STATUS_TOPIC,
    icon,
    device: DEVICE,
    ...more,
  },
});

/** Home Assistant's MQTT discovery: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery */
export const DISCOVERY: readonly Discovery[] = [
  sensor("alerts", "Open alerts", "mdi:alert", { state_class: "measurement" }),
  sensor("worst", "Worst alert", "mdi:home-alert", {
    device_class: "enum",
    options: ["none", "warning", "critical"],
  }),
  sensor("offline", "Devices offline", "mdi:lan-disconnect", { state_class: "measurement" }),
];

export type DeviceKeys = Awaited<ReturnType<typeof openDeviceKeys>>;

/** Stores the post URL of each thing by its name. The file is as secret as the keys in it. */
export async function openDeviceKeys(dataDir: string) {
  const file = path.join(dataDir, FILE);
  const kept: Record<string, string> = JSON.parse((await textIfThere(file)) ?? "{}");
  const urls = new Map(Object.entries(kept));
  // Two concurrent saves run one after the other, because they use the same temporary file.
  let saved = Promise.resolve();
  const save = (): Promise<void> => {
    saved = saved.catch(() => undefined).then(write);
    return saved;
  };
  const write = () =>
    replaceFile(file, JSON.stringify(Object.fromEntries(urls), null, 2), { mode: OWNER_ONLY });
  return {
    urlOf: (thing: string): string | undefined => urls.get(thing),
    count: (): number => urls.size,
    keep: async (thing: string, ingestUrl: string): Promise<void> => {
      urls.set(thing, ingestUrl);
      await save();
    },
    forget: async (thing: string): Promise<void> => {
      if (urls.delete(thing)) await save();
    },
  };
}
