import { sender, textOf } from "./sender.ts";

/** rtl_433's JSON: a radio sensor by its model and the id that it has until its battery is changed. */
export const rtl433 = sender({
  name: "rtl_433",
  marks: ["model"],
  isIts: (body) =>
    "mic" in body ||
    "mod" in body ||
    "battery_ok" in body ||
    "temperature_C" in body ||
    "temperature_F" in body,
  parts: (body) => {
    const key = [body.model, body.channel, body.id].map(textOf).filter(Boolean).join("_");
    const fields = {
      battery_ok: null,
      flags: null,
      freq: null,
      noise: null,
      moisture: { kind: "generic", unit: "%" },
      detect_wet: { kind: "flood", as: "leak" },
    } as const;
    return [
      {
        key,
        label: key.replaceAll("_", " "),
        members: { ...body, rssi: null },
        manner: { temperature: "°C", fields },
      },
    ];
  },
});
