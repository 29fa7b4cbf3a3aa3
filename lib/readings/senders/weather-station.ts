import { type JsonObject, objectElements } from "../json.ts";
import type { Field, Manner, Part } from "../parts/measures.ts";
import { numberWithUnit } from "../parts/said-number.ts";
import { readNumber } from "../values.ts";
import { objectOf, oneThing, type Sender, sender, textOf, thingOf, walked } from "./sender.ts";

const KNOWN: Manner["fields"] = {
  tempf: { kind: "temperature", unit: "°F", label: "Outdoor temperature" },
  tempinf: { kind: "temperature", unit: "°F", label: "Indoor temperature" },
  indoortempf: { kind: "temperature", unit: "°F", label: "Indoor temperature" },
  humidity: { kind: "humidity", label: "Outdoor humidity" },
  humidityin: { kind: "humidity", label: "Indoor humidity" },
  indoorhumidity: { kind: "humidity", label: "Indoor humidity" },
  baromin: { kind: "pressure", unit: "inHg", label: "Pressure" },
  baromrelin: { kind: "pressure", unit: "inHg", label: "Relative pressure" },
  baromabsin: { kind: "pressure", unit: "inHg", label: "Absolute pressure" },
};

/** What no kind of ours has, by its unit. */
const OTHERS: Record<string, string> = {
  "W/m²": "solarradiation",
  mph: "windspeedmph windgustmph",
  "in/h": "rainratein",
  in: "rainin dailyrainin",
  "°": "winddir",
  inHg: "vpd",
};

const others = Object.entries(OTHERS).flatMap(([unit, names]) =>
  names.split(" ").map((name): [string, Field] => [name, { kind: "generic", unit }]),
);

/** Up to eight rooms more. */
const channels = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((channel): [string, Field][] => [
  [`temp${channel}f`, { kind: "temperature", unit: "°F", label: `Channel ${channel} temperature` }],
  [`humidity${channel}`, { kind: "humidity", label: `Channel ${channel} humidity` }],
]);

const FIELDS: Manner["fields"] = {
  ...Object.fromEntries([...channels, ...others]),
  winddir_avg10m: null,
  lastRain: null,
  ...KNOWN,
};

/** What a sensor says that may be in any room. */
const ANYWHERE: Manner["fields"] = {
  tempf: { kind: "temperature", unit: "°F", as: "temperature" },
  humidity: { kind: "humidity" },
};

/**
 * The forms of Ecowitt and Fine Offset, and the queries of Weather Underground and Ambient: °F, inHg, mph and inches
 * by names that all makers of stations copy from each other.
 */
const weatherStation = walked({
  name: "Weather station",
  marks: ["PASSKEY", "stationtype", "softwaretype", "PASSWORD", "macAddress"],
  isIts: (body) => "PASSKEY" in body || "dateutc" in body || "ID" in body,
  manner: { temperature: "°F", pressure: "inHg", fields: FIELDS },
});

/** AcuRite's hub relays each of its sensors alone. */
const acuriteHub = walked({
  name: "AcuRite hub",
  marks: ["mt"],
  isIts: (body) => "action" in body && textOf(body.sensor) !== "",
  thing: ({ sensor, mt }) => ({ key: textOf(sensor), label: `AcuRite ${textOf(mt)} ${textOf(sensor)}` }),
  manner: { temperature: "°F", pressure: "inHg", fields: { ...FIELDS, ...ANYWHERE } },
});

/** Ambient Weather's own interface: each station with what it sent last. */
const ambientWeather = walked({
  name: "Ambient Weather API",
  marks: ["lastData"],
  isIts: (body) => "macAddress" in body,
  from: (body) => body.lastData,
  thing: ({ macAddress, info }) => ({
    key: String(macAddress),
    label:
      typeof info === "object" && info !== null && "name" in info ? String(info.name) : String(macAddress),
  }),
  manner: { temperature: "°F", pressure: "inHg", fields: FIELDS },
});

/** Numbers of a gateway's sensors (Ecowitt's "item list"): a number that isn't here is left to its name. */
const LIVE: Record<string, string> = {
  "0x01": "indoor_temperature",
  "0x02": "outdoor_temperature",
  "0x03": "dew_point",
  "0x06": "indoor_humidity",
  "0x07": "outdoor_humidity",
  "0x0B": "wind_speed",
};

/** A text that holds its unit, or a number with a unit beside it. */
const liveValue = (name: string, said: unknown, unit: unknown): Pick<Part, "members" | "units"> => {
  const together = numberWithUnit(said);
  return {
    members: { [name]: together?.number ?? said },
    units: [{ [name]: together?.unit ?? unit }],
  };
};

function* liveParts(body: JsonObject): Generator<Part> {
  const manner: Manner = { fields: { leak: { kind: "flood" } } };
  for (const { id, val, unit } of objectElements(body.common_list)) {
    const name = LIVE[textOf(id)];
    if (name !== undefined) yield { key: "", label: "", manner, ...liveValue(name, val, unit) };
  }
  for (const { intemp, inhumi, abs, rel, unit } of objectElements(body.wh25)) {
    yield { key: "", label: "", manner, ...liveValue("indoor_temperature", intemp, unit) };
    yield { key: "", label: "", manner, ...liveValue("indoor_humidity", inhumi, "%") };
    yield { key: "", label: "", manner, ...liveValue("absolute_pressure", abs, null) };
    yield { key: "", label: "", manner, ...liveValue("relative_pressure", rel, null) };
  }
  for (const one of [...objectElements(body.ch_aisle), ...objectElements(body.ch_temp)]) {
    const thing = thingOf(`ch${textOf(one.channel)}`, one.name || `Channel ${textOf(one.channel)}`);
    yield { ...thing, manner, ...liveValue("temperature", one.temp, one.unit) };
    yield { ...thing, manner, ...liveValue("humidity", one.humidity, "%") };
  }
  for (const { channel, name, status } of objectElements(body.ch_leak)) {
    const thing = thingOf(`leak${textOf(channel)}`, name || `Leak ${textOf(channel)}`);
    yield { ...thing, manner, members: { leak: status } };
  }
}

/** What an Ecowitt gateway answers in its own network (`get_livedata_info`), in the units of its settings. */
const ecowittLive = sender({
  name: "Ecowitt gateway",
  marks: ["common_list"],
  isIts: (body) => Array.isArray(body.common_list),
  parts: liveParts,
});

/** No weather is warmer in °C or °F. */
const KELVIN_MIN = 150;
const generic = (unit: string | null) => ({ kind: "generic", unit }) as const;

/** OpenWeather's current weather. Without `units` in the address it is in kelvin, which shows. */
const openweather = sender({
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
    return oneThing(main, manner, textOf(body.name));
  },
});

const TENTHS_CELSIUS: Field = { kind: "temperature", unit: "°C", times: 0.1 };

const WEATHERCLOUD: Manner = {
  onlyFields: true,
  fields: {
    temp: { ...TENTHS_CELSIUS, as: "temperature", label: "Outdoor temperature" },
    tempin: { ...TENTHS_CELSIUS, as: "temperature_in", label: "Indoor temperature" },
    hum: { kind: "humidity", as: "humidity", label: "Outdoor humidity" },
    humin: { kind: "humidity", as: "humidity_in", label: "Indoor humidity" },
    bar: { kind: "pressure", unit: "hPa", times: 0.1, as: "pressure" },
    wspd: { kind: "generic", unit: "m/s", times: 0.1, as: "wind_speed" },
    wdir: { kind: "generic", unit: "°", as: "wind_direction" },
    solarrad: { kind: "generic", unit: "W/m²", times: 0.1, as: "solar_radiation" },
  },
};

/** What stations send to Weathercloud: tenths of °C, hPa and m/s. */
const weathercloud = sender({
  name: "Weathercloud",
  marks: ["wid"],
  isIts: (body) => "key" in body && ("temp" in body || "tempin" in body),
  parts: (body) => oneThing(body, WEATHERCLOUD),
});

/** Stations of weather that copy each other's names, and their services. */
export const STATIONS: readonly Sender[] = [
  ambientWeather,
  acuriteHub,
  weathercloud,
  weatherStation,
  ecowittLive,
  openweather,
];
