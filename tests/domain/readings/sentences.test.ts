import { describe, expect, test } from "vitest";
import { decodeText } from "../../../lib/readings/decode-json.ts";
import { unpluggedIn } from "../../../lib/readings/read-payload.ts";
import { unwrapEnvelope } from "../../../lib/readings/received-body/received-body.ts";
import { NOW, refusal } from "./support.ts";

const sentenceOf = (outcome: ReturnType<typeof decodeText>): string =>
  outcome.ok ? "ok" : (outcome.problem.sentence ?? outcome.problem.name);
const WORD = "; a bare word needs quotes or lower case";
const COMMA = "; the comma before it is one too many";
const FORM = "; this looks like a form, send it as application/x-www-form-urlencoded, or send JSON";

test.each([
  ['{"t":', "Invalid JSON: the text ends too early"],
  ["[1, ]", `Invalid JSON at position 4${COMMA}`],
  [",", "Invalid JSON at position 0"],
  [":", "Invalid JSON at position 0"],
  ["]", "Invalid JSON at position 0"],
  [" }", "Invalid JSON at position 1"],
  ["{,}", "Invalid JSON at position 1"],
  ["{:1}", "Invalid JSON at position 1"],
  ["[,1]", "Invalid JSON at position 1"],
  ["[:1]", "Invalid JSON at position 1"],
  ["[1,]", `Invalid JSON at position 3${COMMA}`],
  ["[1,,2]", "Invalid JSON at position 3"],
  ['{"a":1,}', `Invalid JSON at position 7${COMMA}`],
  ['{"a":,}', "Invalid JSON at position 5"],
  ['{"a":]', "Invalid JSON at position 5"],
  ['{"a"::1}', "Invalid JSON at position 5"],
  ["[1 2]", "Invalid JSON at position 3"],
  ["[}", "Invalid JSON"],
  ['{"t":nan}', "ok"],
  ['{"t":+NaN,}', `Invalid JSON at position 10${COMMA}`],
  ['{"t":nano}', "Invalid JSON at position 5"],
  ['{"t":x nan}', "Invalid JSON at position 5"],
  ['{"t":-inf}', "ok"],
  ['{"t":Infinity,"u":}', "Invalid JSON at position 18"],
  ['{"t":x inf}', "Invalid JSON at position 5"],
  ['{"t":unavailable}', `Invalid JSON at position 5${WORD}`],
  ['{"t":None}', `Invalid JSON at position 5${WORD}`],
  ['{"t":x none}', "Invalid JSON at position 5"],
  ["t=3&u=4", `Invalid JSON at position 0${FORM}`],
  ["?t=3", "Invalid JSON at position 0"],
  ["hello", "Invalid JSON at position 0"],
  ['{"t":t=3}', "Invalid JSON at position 5"],
  [`${"k".repeat(63)}=1`, `Invalid JSON at position 0${FORM}`],
  [`${"k".repeat(64)}=1`, "Invalid JSON at position 0"],
  [`[${"[],".repeat(50)}${"{}"}]`, "ok"],
  [`[${"{},".repeat(70)}1]`, "ok"],
  [`[${"[],".repeat(50)}${"[".repeat(63)}${"]".repeat(63)}]`, "ok"],
  [`[${"[],".repeat(50)}${"[".repeat(64)}${"]".repeat(64)}]`, "nested_too_deep"],
])("%s is told: %s", (text, sentence) => {
  expect(sentenceOf(decodeText(text))).toBe(sentence);
});

describe("tells a device what was seen in a body without any usable reading", () => {
  const array = "none holds a measurement";
  const faulty = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`temp${index + 1}`, -127]));

  test.each<[unknown, string]>([
    [null, "saw null; send a JSON object"],
    [7, "saw a bare number; send a JSON object"],
    ["x", "saw a bare string; send a JSON object"],
    [{}, "saw an empty object"],
    [{ "": null }, 'saw an object with key ""; it holds no measurement'],
    [{ mode: null }, "saw an object with key mode; it holds no measurement"],
    [{ a: null, b: null }, "saw an object with keys a, b; none holds a measurement"],
    [
      Object.fromEntries("abcde".split("").map((name) => [name, null])),
      "saw an object with keys a, b, c, d, e; none holds a measurement",
    ],
    [
      Object.fromEntries("abcdef".split("").map((name) => [name, null])),
      "saw an object with keys a, b, c, d, e and 1 more; none holds a measurement",
    ],
    [{ ["x".repeat(25)]: null }, `saw an object with key ${"x".repeat(24)}; it holds no measurement`],
    [{ temp1: -2e18 }, "saw an object with key temp1; it holds no measurement: a number is at most 1e18"],
    [[], "saw an empty array"],
    [[1, 2], `saw an array of 2; ${array}`],
    [[{}], `saw an array of 1, the first with no keys; ${array}`],
    [[5, { a: null }, { b: null }], `saw an array of 3, the first with a; ${array}`],
    [
      { LL: { control: "x", value: "none" } },
      "saw an object with key LL, in it control, value; it holds no measurement",
    ],
    [{ data: {} }, "saw an object with key data, in it nothing; it holds no measurement"],
  ])("%j, with the way to the recipes", (body, seen) => {
    const sentence = `No usable reading: ${seen}. Recipes: /docs/devices`;
    expect(refusal(body)).toEqual({ name: "unusable_payload", sentence });
  });

  test.each<[unknown, string]>([
    [faulty(1), "the probe of temp1 is unplugged or broken"],
    [faulty(6), "the probe of temp1, temp2, temp3, temp4, temp5 and 1 more is unplugged or broken"],
  ])("%j", (body, seen) => {
    expect(refusal(body)).toEqual({ name: "unusable_payload", sentence: `No usable reading: ${seen}` });
  });

  test("and its probes that are unplugged are known", () => {
    expect(unpluggedIn({ temp4: -127 }, { now: NOW })).toEqual(["temp4"]);
    expect(unpluggedIn({ mode: null }, { now: NOW })).toEqual([]);
    expect(unpluggedIn([{ bver: 99, n: "a", v: 1 }], { now: NOW })).toEqual([]);
  });
});

test.each<[unknown, string]>([
  [null, "Send a JSON object with payload or message"],
  [[], "Send a JSON object with payload or message"],
  [{}, "No payload or message: send one of them with the readings"],
  [{ payload: null }, "No payload or message: send one of them with the readings"],
  ...[18.25, true, "18.25", "online"].map((payload): [unknown, string] => [
    { payload },
    'No usable reading in payload: send a JSON object such as {"temp1":70.5}, a bare number or word names no sensor',
  ]),
])("a bridged message of %j is told what is missing", (body, sentence) => {
  const outcome = unwrapEnvelope(body);
  expect(outcome.ok ? null : outcome.problem).toEqual({ name: "unusable_payload", sentence });
});
