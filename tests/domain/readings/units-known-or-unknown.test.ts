import { describe, expect, test } from "vitest";
import { convert } from "../../../lib/kernel/units.ts";
import { readPayload } from "../../../lib/readings/read-payload.ts";
import type { ParsedReading } from "../../../lib/readings/reading.ts";

const CONTEXT = { now: new Date("2026-11-20T10:00:00Z") };

function readingsOf(body: unknown): ParsedReading[] {
  const outcome = readPayload(body, CONTEXT);
  if (!outcome.ok) throw new Error(outcome.problem.name);
  return outcome.value.readings;
}

const typed = (kind: string, unit: string, value = 12) => ({
  sensors: [{ key: "reading", kind, value, unit }],
});
const entity = (unit: string, value = "12") => ({
  entity_id: "sensor.room",
  state: value,
  attributes: { unit_of_measurement: unit, device_class: "temperature", friendly_name: "Room" },
});

const CELSIUS = [
  "°C",
  "C",
  "c",
  "˚C",
  "º C",
  "∘C",
  "℃",
  "C°",
  "c°",
  "Deg. C",
  "deg C",
  "Degrees C",
  "degree celsius",
  "*C",
  "Â°C",
  "\\u00b0C",
  "&deg;C",
  "Grad C",
  "Grad Celsius",
  "grados C",
  "degrés C",
  "gradi C",
  "graden Celsius",
  "Cel",
  "centigrade",
];
const FAHRENHEIT = [
  "°F",
  "F",
  "˚F",
  "F°",
  "Deg. F",
  "*F",
  "Â°F",
  "\\u00b0F",
  "Grad Fahrenheit",
  "℉",
  "degrees Fahrenheit",
];
/** Texts that name no unit of a temperature, among them units of other things. */
const UNKNOWN = [
  "inf",
  "inc",
  "temp",
  "temperature",
  "room",
  "value",
  "raw",
  "adc",
  "x",
  "?",
  "n/a",
  "none",
  "units",
  "count",
  "dC",
  "m°C",
  "°Ré",
  "°R",
  "°De",
  "°Rø",
  "W",
  "%",
  "hPa",
  "ppm",
  "V",
  "lx",
  "kWh",
  "°",
  "deg",
  "gr",
  "grad",
  "#",
  "1",
  "-",
  "T",
  "Temp.",
  "K/h",
];

describe("a unit of temperature", () => {
  test.each(CELSIUS)("%j is °C", (unit) => {
    for (const body of [typed("temperature", unit), entity(unit)])
      expect(readingsOf(body)).toMatchObject([{ kind: "temperature", unit: "°C", value: 12 }]);
    expect(readingsOf(entity(unit))[0]?.unitAssumed).toBeUndefined();
  });

  test.each(FAHRENHEIT)("%j is °F", (unit) => {
    expect(readingsOf(typed("temperature", unit))).toMatchObject([{ kind: "temperature", unit: "°F" }]);
  });

  test.each(UNKNOWN)("%j is unknown and asked about", (unit) => {
    for (const body of [typed("temperature", unit), entity(unit)]) {
      const [reading] = readingsOf(body);
      expect(reading).toMatchObject({ kind: "temperature", unitAssumed: true, followsDeviceUnit: true });
    }
  });
});

test("whatever its unit's text is, a temperature or humidity can be compared with a limit", () => {
  const odd = [..."!§$&/()=?+#-_.:,;<>|^~"].flatMap((sign) => [
    sign,
    `${sign}C`,
    `F${sign}`,
    `deg${sign}`,
    `${sign}${sign}`,
  ]);
  for (const unit of [...CELSIUS, ...FAHRENHEIT, ...UNKNOWN, ...odd])
    for (const [kind, canonical] of [
      ["temperature", "°C"],
      ["humidity", "%"],
    ] as const)
      for (const reading of readingsOf(typed(kind, unit, 0.5)))
        if (reading.kind === kind)
          expect([unit, convert(1, reading.unit ?? "", canonical)]).not.toContain(null);
});

test("grams of water in a cubic metre are no relative humidity", () => {
  expect(readingsOf(typed("humidity", "g/m³"))).toMatchObject([{ kind: "generic", unit: "g/m³" }]);
});
