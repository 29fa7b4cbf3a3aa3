import type { Manner } from "../parts/part.ts";
import { sender, thingOf } from "./sender.ts";

const MANNER: Manner = {
  temperature: "°C",
  pressure: "hPa",
  fields: {
    tempf: null,
    tempf2_dp: null,
    tempf2_ef: null,
    tempc: { kind: "temperature", unit: "°C", as: "temperature" },
    hum: { kind: "humidity", as: "humidity" },
    pres: { kind: "pressure", unit: "hPa", as: "pressure" },
    moi: { kind: "generic", unit: "%", as: "soil_moisture" },
    fer: { kind: "generic", unit: "µS/cm", as: "fertility" },
    lux: { kind: "generic", unit: "lx", as: "illuminance" },
    open: { kind: "door", as: "door" },
    contact: { kind: "door", as: "door" },
    leak: { kind: "flood" },
    motion: { kind: "motion" },
    pm25: { kind: "pm25" },
    co2: { kind: "co2" },
    volt: null,
    txpower: null,
    distance: null,
    presence: null,
  },
};

/** OpenMQTTGateway and Theengs Gateway: Bluetooth sensors by their addresses. */
export const theengs = sender({
  name: "Theengs",
  marks: ["model_id", "servicedata", "manufacturerdata", "tempc"],
  isIts: (body) =>
    "id" in body && ("model_id" in body || "servicedata" in body || "brand" in body || "tempc" in body),
  parts: (body) => [{ ...thingOf(body.id, body.name ?? body.model), members: body, manner: MANNER }],
});
