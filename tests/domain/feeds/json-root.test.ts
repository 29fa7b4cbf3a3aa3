import { describe, expect, test } from "vitest";
import { isJsonRoot, selectRoot } from "../../../lib/feeds/read-feed.ts";
import { readLines } from "../../support/json-lines.ts";

const BODY: unknown = JSON.parse(`{
  "data": { "sensors": [{ "temp1": 40 }, { "temp1": 41 }], "a.b": 1, "a/b": 2, "~1": 3, "": 4, "nothing": null },
  "0": "zero", "length": "own", "__proto__": { "temp1": 7 } }`);

const at = (root: string | null): unknown => selectRoot(BODY, root);

describe("jsonRoot", () => {
  test("is the whole answer where there is none", () => {
    expect(at(null)).toBe(BODY);
    expect(selectRoot(null, null)).toBeNull();
  });

  test.each([
    ["data.sensors.1", { temp1: 41 }],
    ["data.sensors.0.temp1", 40],
    ["data.nothing", null],
    ["0", "zero"],
    ["length", "own"],
    ["__proto__", { temp1: 7 }],
  ])("follows the dotted path %s", (root, value) => {
    expect(at(root)).toEqual(value);
  });

  test.each([
    ["/data/sensors/1", { temp1: 41 }],
    ["/data/a.b", 1],
    ["/data/a~1b", 2],
    ["/data/~01", 3],
    ["/data/", 4],
    ["/data/nothing", null],
  ])("follows the JSON Pointer %s", (root, value) => {
    expect(at(root)).toEqual(value);
  });

  test.each(readLines<string>(new URL("json-roots-missing.jsonl", import.meta.url)))(
    "finds nothing at %s",
    (root) => {
      expect(at(root)).toBeUndefined();
    },
  );

  test.each(["data", "data.sensors.0", "/", "/data/0", "/a~0~1b", "/a//b", "a b.ü", "x".repeat(256)])(
    "can be kept as %s",
    (root) => expect(isJsonRoot(root)).toBe(true),
  );

  test.each(["", ".", "a.", ".a", "a..b", "/a~", "/a~2", "a\nb", "a\u0000", "\ud800", "x".repeat(257)])(
    "is refused as %j",
    (root) => expect(isJsonRoot(root)).toBe(false),
  );
});
