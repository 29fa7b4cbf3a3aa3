import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "../../../lib/readings/api-reading.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { readLines } from "../../support/json-lines.ts";

type Row = [fields: Parameters<typeof csvLine>[0], line: string];

test.each(readLines<Row>(new URL("csv-lines.jsonl", import.meta.url)))(
  "%j is the line %j",
  (fields, line) => {
    expect(csvLine(fields)).toBe(line);
  },
);

test("any text is read back by RFC 4180 as it was, but for the apostrophe before a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: anyCharacter }), { minLength: 1 }), (fields) => {
      const read = readCsvLine(csvLine(fields));
      const without = (field: string) => field.replaceAll("'", "");
      expect(read.map(without)).toEqual(fields.map(without));
      for (const field of read) expect(field).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});

test("no cell begins a formula, whichever separator a locale splits the line by", () => {
  const text = fc.string({
    unit: fc.constantFrom("=", "+", "-", "@", ";", "\t", "\n", ",", '"', " ", "a", "'"),
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (fields) => {
      for (const separator of [/[;\r\n]/, /[\t\r\n]/])
        for (const cell of csvLine(fields).split(separator)) expect(cell).not.toMatch(/^["\s]*[=+\-@]/);
    }),
  );
});

function readCsvLine(line: string): string[] {
  const fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let separator = ","; separator === ","; ) {
    const [, quoted, plain = "", next = ""] = field.exec(line) ?? [];
    if (next === "") throw new Error(`no line of RFC 4180: ${line}`);
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    separator = next;
  }
  return fields;
}
