import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "../../lib/domain/csv.ts";

test.each([
  [["a", 1, true, null], "a,1,true,\r\n"],
  [["a,b", 'say "x"', "two\nlines"], '"a,b","say ""x""","two\nlines"\r\n'],
  [[-1.5, "-1.5"], "-1.5,'-1.5\r\n"],
  [["=1+1", "+1", "@x", "\tx", "＝1"], "'=1+1,'+1,'@x,'\tx,'＝1\r\n"],
  [['=HYPERLINK("a","b")'], '"\'=HYPERLINK(""a"",""b"")"\r\n'],
  [[""], "\r\n"],
] as const)("%j is the line %j", (fields, line) => {
  expect(csvLine(fields)).toBe(line);
});

test("any text is read back by RFC 4180 as it was, but for the apostrophe before a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (fields) => {
      const read = readCsvLine(csvLine(fields));
      expect(read.map((field, index) => (field === fields[index] ? field : field.slice(1)))).toEqual(fields);
      for (const field of read) expect(field).not.toMatch(/^[=+\-@\t\r\n]/);
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
