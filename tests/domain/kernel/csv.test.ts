import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "../../../lib/readings/api-reading.ts";
import { anyCharacter } from "../../support/any-character.ts";

test.each([
  [["a", 1, true, null], "a,1,true,\r\n"],
  [["a,b", 'say "x"', "two\nlines"], '"a,b","say ""x""","two\nlines"\r\n'],
  [[-1.5, "-1.5"], "-1.5,'-1.5\r\n"],
  [["=1+1", "+1", "@x", "\tx", "＝1"], "'=1+1,'+1,'@x,\"'\tx\",'＝1\r\n"],
  [["  =1+1", "a;b", "a\tb"], '\'  =1+1,"a;b","a\tb"\r\n'],
  [["a;=1+1", "a\t @x", 'a;"=1'], '"a;\'=1+1","a\t\' @x","a;\'""=1"\r\n'],
  [["Cellar - north", "a-b", "x = 1", "5+5"], "Cellar - north,a-b,x = 1,5+5\r\n"],
  [['=HYPERLINK("a","b")'], '"\'=HYPERLINK(""a"",""b"")"\r\n'],
  [[""], "\r\n"],
] as const)("%j is the line %j", (fields, line) => {
  expect(csvLine(fields)).toBe(line);
});

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
