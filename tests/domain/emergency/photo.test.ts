import { describe, expect, test } from "vitest";
import { STEP_FOR } from "../../../lib/emergency/card.ts";
import { cleanPhoto } from "../../../lib/emergency/photo.ts";
import { ALERT_KINDS } from "../../../schema/vocabulary.ts";
import { aJpeg, exif, segment, textBytes } from "../../support/pictures.ts";

const has = (bytes: Uint8Array, text: string): boolean => Buffer.from(bytes).includes(text);
const joined = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

describe("of a JPEG", () => {
  test("only what pixels are made of is kept: no place, camera, comment, thumbnail or profile", () => {
    const secrets = [
      segment(0xe1, exif(1, "GPS 52.5200 13.4050")),
      segment(0xe1, textBytes("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>GPS</x:xmpmeta>")),
      segment(0xe2, textBytes("ICC_PROFILE\0GPS")),
      segment(0xed, textBytes("Photoshop 3.0\0GPS")),
      segment(0xfe, textBytes("GPS in a comment")),
    ];
    const clean = cleanPhoto(aJpeg({ before: secrets }));
    expect(clean).toMatchObject({ width: 8, height: 6 });
    expect(has(clean?.bytes ?? new Uint8Array(), "GPS")).toBe(false);
    expect(clean?.bytes).toEqual(aJpeg({}));
  });

  test("whatever follows its end is left out, such as an archive or a page", () => {
    const polyglot = joined(aJpeg({}), textBytes("PK\u0003\u0004<script>alert(1)</script>"));
    expect(cleanPhoto(polyglot)?.bytes).toEqual(aJpeg({}));
  });

  test.each([
    ["that is cut off before its end", aJpeg({}).slice(0, -2)],
    ["that is cut off in a table", aJpeg({}).slice(0, 12)],
    ["without a picture", Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)],
    ["with a frame that no browser writes (lossless)", aJpeg({ frame: 0xc3 })],
    ["wider than any screen", aJpeg({ width: 60_000 })],
    ["without a height", aJpeg({ height: 0 })],
    [
      "with a length that leads out of it",
      joined(Uint8Array.of(0xff, 0xd8, 0xff, 0xdb, 0xff, 0xff), new Uint8Array(9)),
    ],
  ])("one %s is refused", (_, bytes) => {
    expect(cleanPhoto(bytes)).toBeNull();
  });
});

test.each([
  ["a drawing with a script", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ["a page", "<!doctype html><script>alert(1)</script>"],
  ["a PNG", "\x89PNG\r\n\x1a\n"],
  ["a GIF", "GIF89a\u0001\u0000\u0001\u0000"],
  ["a WebP", "RIFF\u0010\u0000\u0000\u0000WEBPVP8 "],
  ["nothing", ""],
])("%s is no photo", (_, text) => {
  expect(cleanPhoto(textBytes(text))).toBeNull();
});

test("a picture of more than 240 KB is refused, however right it is", () => {
  expect(
    cleanPhoto(aJpeg({ before: Array.from({ length: 5 }, () => segment(0xfe, new Uint8Array(60_000))) })),
  ).toBeNull();
});

test("the card has steps for every kind of alert that is an emergency", () => {
  const without = ALERT_KINDS.filter((kind) => STEP_FOR[kind] === null);
  expect(without).toEqual(["humidity", "sensor_fault", "rule"]);
  expect([STEP_FOR.leak, STEP_FOR.outage]).toEqual(["leak", "power"]);
});
