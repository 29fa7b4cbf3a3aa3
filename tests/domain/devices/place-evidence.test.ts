import { describe, expect, test } from "vitest";
import { isPlaceUnknown } from "../../../lib/alerts/sensor-truth.ts";
import { sensorSettings } from "../../../lib/devices/alert-settings.ts";
import { placeEvidence } from "../../../lib/devices/placement/place-evidence.ts";
import { placementOf } from "../../../lib/devices/placement/placement.ts";
import { readLines } from "../../support/json-lines.ts";

const thermometer = (label: string) =>
  ({ label, kind: "temperature", unit: "°C", value: -5, placement: null, settings: {} }) as const;
const CELLAR = { name: "Heat pump", space: "Cellar", settings: {} };

type Named = { evidence: string; of: string; names: string };
const NAMED = readLines<Named>(new URL("names-evident.jsonl", import.meta.url));

const namesIn = (text: string): string[] =>
  [...text.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");

describe("the place that a thermometer's name shows", () => {
  test.each(NAMED)("is $evidence in names of $of", ({ evidence, names }) => {
    expect(namesIn(names).filter((name) => placeEvidence(name) !== evidence)).toEqual([]);
  });

  test("is a place where the unknown word is its device's own name", () => {
    expect(isPlaceUnknown(thermometer("Zorp temperature"), { name: "Zorp", space: "" })).toBe(false);
    expect(isPlaceUnknown(thermometer("Zorp temperature"), { name: "ESP32", space: "Hall" })).toBe(true);
  });

  test("is the one that its owner sets, by a placement or by limits of its own", () => {
    expect(isPlaceUnknown({ ...thermometer("Zorp temp"), placement: "room" }, CELLAR)).toBe(false);
    const settings = { freeze: { enabled: true } };
    expect(isPlaceUnknown({ ...thermometer("Zorp temp"), settings }, CELLAR)).toBe(false);
  });

  test.each(NAMED.filter(({ evidence }) => evidence === "machine").flatMap(({ names }) => namesIn(names)))(
    "has no freeze rule as %s, wherever its device is",
    (label) => {
      expect(placementOf(thermometer(label), CELLAR)).toBe("machine");
      const settings = sensorSettings("freeze", { settings: {} }, CELLAR, thermometer(label));
      expect(settings.enabled).toBe(false);
    },
  );
});
