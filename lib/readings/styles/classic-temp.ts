import { isJsonObject, type JsonObject } from "../json.ts";
import { type Judged, judgeReading, payloadOf } from "../judge-reading.ts";
import { statedScale } from "../parts/scale.ts";
import type { PayloadStyle } from "../reading.ts";
import { unitOf } from "../unit-marks.ts";
import { readNumber } from "../values.ts";

const number = (
  key: string,
  kind: "temperature" | "humidity",
  value: number | null,
  unit: { unit: string | null; followsDeviceUnit?: boolean },
): Judged | null =>
  value === null ? null : judgeReading({ key, kind, measured: { value, isState: false }, ...unit });

/** °F where it is sent, else °C: the two are one measurement, and the flat keys of the same probe are °F. */
const readTemperature = (key: string, entry: JsonObject): Judged | null =>
  number(key, "temperature", readNumber(entry.f), { unit: "°F" }) ??
  number(key, "temperature", readNumber(entry.c), { unit: "°C" });

/** Probe `1` is `temp1`, as in the flat keys; `avg` is `temp_avg`. */
const suffixOf = (probe: string): string => (/^\d+$/.test(probe) ? probe : `_${probe}`);

const readProbe = (probe: string, entry: unknown, bodyScale: string | null): (Judged | null)[] => {
  const suffix = suffixOf(probe);
  if (isJsonObject(entry)) {
    return [
      readTemperature(`temp${suffix}`, entry),
      number(`humidity${suffix}`, "humidity", readNumber(entry.h), { unit: "%" }),
    ];
  }
  // A bare number in the place of the entry is what the flat key of that probe would be.
  if (!/^(?:\d+|avg)$/.test(probe)) return [];
  const key = `temp${suffix}`;
  return [number(key, "temperature", readNumber(entry), unitOf(key, "temperature", bodyScale))];
};

/** `{"temp":{"0":{"c","f","h"},"avg":{…}}}` */
export const classicTemp: PayloadStyle = {
  name: "classic-temp",
  claims: (body) => isJsonObject(body) && isJsonObject(body.temp),
  read: (body) => {
    if (!isJsonObject(body) || !isJsonObject(body.temp)) return payloadOf([]);
    const bodyScale = statedScale(body);
    const probes = Object.entries(body.temp);
    return payloadOf(probes.values().flatMap(([probe, entry]) => readProbe(probe, entry, bodyScale)));
  },
};
