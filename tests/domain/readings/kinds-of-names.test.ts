import { join } from "node:path";
import { expect, test } from "vitest";
import { convert } from "../../../lib/kernel/units.ts";
import { guessKind, kindFromName, kindFromWord } from "../../../lib/readings/sensor-kinds.ts";
import { statedScale } from "../../../lib/readings/unit-marks.ts";
import { readLines } from "../../support/json-lines.ts";
import { read } from "./support.ts";

/** Names that say a kind, and names that only look as if they did. */
type Named = { kind: string; names: string; others?: string };
/** A name with a unit. */
type WithUnit = { name: string; unit: string | null; isState?: true; kind: string };

const ROWS = readLines<Named | WithUnit>(join(import.meta.dirname, "names.jsonl"));

test.each(ROWS.filter((row) => "names" in row))(
  "these names mean $kind: $names",
  ({ kind, names, others = "" }) => {
    expect(names.split(" ").filter((name) => kindFromName(name) !== kind)).toEqual([]);
    expect(others.split(" ").filter((name) => name !== "" && kindFromName(name) === kind)).toEqual([]);
  },
);

test.each(ROWS.filter((row) => "name" in row))("$name in $unit is $kind", ({ name, unit, isState, kind }) => {
  expect(guessKind(name, unit, isState === true)).toBe(kind);
});

test("a kind of ours is read in any case, with spaces around it, and any other word is none", () => {
  expect([" Door ", "CO2", "radon", "constructor"].map(kindFromWord)).toEqual(["door", "co2", null, null]);
});

test.each([
  [{ TempUnit: "C" }, "°C"],
  [{ temp_unit: "F" }, "°F"],
  [{ temperature_unit: "K" }, "K"],
  [{ unit: "hPa", temp_unit: "F" }, "°F"],
  [{ TempUnit: "C", unit: "F" }, "°C"],
  [{ unit: "hPa" }, null],
  [{ TempUnit: 5 }, null],
])("a body that says %j has the scale %s", (body, unit) => {
  expect(statedScale(body)).toBe(unit);
});

test("whatever its unit's text is, a temperature or humidity can be compared with a limit", () => {
  const signs = [..."!§$&/()=?+#-_.:,;<>|^~"];
  const odd = signs.flatMap((sign) => [sign, `${sign}C`, `F${sign}`, `deg${sign}`, `${sign}${sign}`]);
  for (const unit of [...odd, "inf", "raw", "n/a", "°Ré", "W", "%", "ppm", "°", "T", "K/h"])
    for (const [kind, canonical] of [["temperature", "°C"] as const, ["humidity", "%"] as const])
      for (const reading of read({ sensors: [{ key: "a", kind, value: 0.5, unit }] }).readings)
        if (reading.kind === kind)
          expect([unit, convert(1, reading.unit ?? "", canonical)]).not.toContain(null);
});
