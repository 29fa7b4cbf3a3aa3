import { sender, textOf } from "./sender.ts";

/** AirGradient's local server and cloud: °C, %, ppm and µg/m³; its gases are indices without a unit. */
export const airgradient = sender({
  name: "AirGradient",
  marks: ["rco2", "atmp", "rhum", "atmpCompensated"],
  isIts: (body) => ["rco2", "atmp", "rhum", "pm02"].filter((name) => name in body).length >= 2,
  parts: (body) => [
    {
      key: "",
      label: textOf(body.locationName),
      members: body,
      manner: {
        temperature: "°C",
        onlyFields: true,
        fields: {
          rco2: { kind: "co2", as: "co2" },
          ...(typeof body.atmpCompensated === "number"
            ? { atmpCompensated: { kind: "temperature", as: "temperature" } }
            : { atmp: { kind: "temperature", as: "temperature" } }),
          ...(typeof body.rhumCompensated === "number"
            ? { rhumCompensated: { kind: "humidity", as: "humidity" } }
            : { rhum: { kind: "humidity", as: "humidity" } }),
          ...(typeof body.pm02Compensated === "number"
            ? { pm02Compensated: { kind: "pm25", as: "pm25" } }
            : { pm02: { kind: "pm25", as: "pm25" } }),
          pm01: { kind: "generic", unit: "µg/m³", as: "pm1" },
          pm10: { kind: "generic", unit: "µg/m³" },
          tvocIndex: { kind: "generic", unit: null, as: "voc_index" },
          noxIndex: { kind: "generic", unit: null, as: "nox_index" },
        },
      },
    },
  ],
});
