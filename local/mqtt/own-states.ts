/** What the broker is told of a home: its open alerts, the worst of them, and its devices that are offline. */
export type OwnStates = { alerts: number; worst: "none" | "warning" | "critical"; offline: number };

export const STATUS_TOPIC = "hearthwatch/status";
export const STATE_TOPIC = "hearthwatch/state";

const DEVICE = { identifiers: ["hearthwatch"], name: "Hearthwatch", manufacturer: "Hearthwatch" };

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
