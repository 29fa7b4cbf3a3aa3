import { DAY_MS, HOUR_MS } from "../kernel/time.ts";

const DOOR_OPEN_SHARE = 0.05;

/** Simulates a room that warms and cools with the day, with values rounded as by a sensor. */
function exampleRoom(now: Date) {
  const day = Math.sin((2 * Math.PI * (now.getTime() % DAY_MS)) / DAY_MS);
  const hour = Math.sin((2 * Math.PI * (now.getTime() % HOUR_MS)) / HOUR_MS);
  return {
    celsius: rounded(20 + 2.5 * day + 0.3 * hour),
    fahrenheit: rounded(68 + 4.5 * day + 0.54 * hour),
    humidity: rounded(48 - 6 * day + 0.8 * hour),
    doorOpen: (now.getTime() % HOUR_MS) / HOUR_MS < DOOR_OPEN_SHARE,
  };
}

/** Returns an example feed, with which people can try polling, in the style of a kind of device. */
export function exampleFeed(style: "native" | "senml" | "homeassistant", now: Date): object {
  const room = exampleRoom(now);
  switch (style) {
    case "native":
      return { temp1: room.fahrenheit, humidity1: room.humidity, door1: room.doorOpen, battery: 87 };
    case "senml":
      return [
        { bn: "urn:dev:example:", n: "temperature", u: "Cel", v: room.celsius },
        { n: "humidity", u: "%RH", v: room.humidity },
        { n: "door", vb: room.doorOpen },
      ];
    case "homeassistant":
      return {
        entity_id: "sensor.example_temperature",
        state: String(room.celsius),
        attributes: {
          unit_of_measurement: "°C",
          device_class: "temperature",
          friendly_name: "Example temperature",
        },
      };
    default:
      return style satisfies never;
  }
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
