import { decodeText } from "../decode-body.ts";
import { isJsonObject } from "../json.ts";
import type { Manner } from "../parts/part.ts";
import { objectOf, sender, textOf, thingOf } from "./sender.ts";

const MANNER: Manner = {
  temperature: "°C",
  onlyFields: true,
  fields: {
    temperature: { kind: "temperature", times: 0.01 },
    humidity: { kind: "humidity", times: 0.01 },
    pressure: { kind: "pressure", unit: "Pa" },
  },
};

const mannerOf = (model: string): Manner => ({
  ...MANNER,
  fields: {
    ...MANNER.fields,
    status: /wleak/.test(model)
      ? { kind: "flood", onWords: ["leak"], as: "leak" }
      : /magnet/.test(model)
        ? { kind: "door", onWords: ["open"], as: "door" }
        : /motion/.test(model)
          ? { kind: "motion", onWords: ["motion"], as: "motion" }
          : null,
  },
});

/** The Xiaomi (Aqara) gateway's local protocol: data is JSON as text, in hundredths. */
export const xiaomiGateway = sender({
  name: "Xiaomi gateway",
  marks: ["sid"],
  isIts: (body) => "cmd" in body && "model" in body,
  parts: (body) => {
    const decoded = typeof body.data === "string" ? decodeText(body.data) : null;
    const members = decoded?.ok === true && isJsonObject(decoded.value) ? decoded.value : objectOf(body.data);
    const model = textOf(body.model);
    return [{ ...thingOf(body.sid, `Xiaomi ${model}`), members, manner: mannerOf(model) }];
  },
});
