import { readNumber } from "../values.ts";
import { objectOf, sender, textOf } from "./sender.ts";

/** No weather is warmer in °C or °F. */
const KELVIN_MIN = 150;
const generic = (unit: string | null) => ({ kind: "generic", unit }) as const;

/** OpenWeather's current weather. Without `units` in the address it is in kelvin, which shows. */
export const openweather = sender({
  name: "OpenWeather",
  marks: ["main"],
  isIts: (body) => "weather" in body && "temp" in objectOf(body.main),
  parts: (body) => {
    const main = objectOf(body.main);
    const isKelvin = (readNumber(main.temp) ?? 0) > KELVIN_MIN;
    const fields = {
      temp: { kind: "temperature", as: "temperature" },
      humidity: { kind: "humidity" },
      pressure: { kind: "pressure", unit: "hPa" },
      feels_like: isKelvin ? generic("K") : null,
    } as const;
    const manner = { temperature: isKelvin ? "K" : undefined, onlyFields: true, fields };
    return [{ key: "", label: textOf(body.name), members: main, manner }];
  },
});
