import { expect, test } from "vitest";
import { SENSOR_KIND_NAMES, sensorName } from "../../../lib/language/sensor-name.ts";
import type { SensorKind } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";

test.each(readLines<[string, string, SensorKind, string]>(new URL("sensor-names.jsonl", import.meta.url)))(
  "the key %s with the label %s of a %s is called %s",
  (key, label, kind, name) => {
    expect(sensorName({ key, label, kind }, SENSOR_KIND_NAMES)).toBe(name);
  },
);
