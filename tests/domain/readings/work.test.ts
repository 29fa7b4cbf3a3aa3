import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FEED_LIMITS } from "../../../lib/feeds/limits.ts";
import { readFeed } from "../../../lib/feeds/read-feed.ts";
import { decodeBody } from "../../../lib/readings/decode-json.ts";
import { readPayload } from "../../../lib/readings/read-payload.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { ADVERSARIES, type Adversary, LONG_TEXTS } from "../../support/adversarial-bodies.ts";
import { workOf } from "../../support/work-meter.ts";
import { NOW } from "./support.ts";

const KB = 1_024;
/** Four times the body is four times the work; what is quadratic does sixteen times as much. */
const GROWTH_MAX = 5;
/** What a body of any size may cost: SenML's 1,024 records of names of 256 characters. */
const WORK_OF_ANY = 2_000_000;
const WORK_PER_BYTE_MAX = 150;

/** A feed is read as a post is: of its longer bodies a part is enough. */
const FEEDS_EVERY = 8;
const every = <T>(nth: number, all: T[]): T[] => all.filter((_, place) => place % nth === 0);

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

const ingest = (bytes: Uint8Array): void => {
  const body = decodeBody(bytes);
  if (body.ok) readPayload(body.value, { now: NOW });
};

const poll = (bytes: Uint8Array): void => {
  readFeed(bytes, { jsonRoot: null, now: NOW });
};

const expectLinear = (work: (bytes: Uint8Array) => void, adversary: Adversary, sizes: number[]): void => {
  const costs = sizes.map((size) => {
    const bytes = encoded(adversary(size));
    expect(bytes.length).toBeLessThanOrEqual(size);
    return workOf(() => work(bytes));
  });
  for (const [at, cost] of costs.entries()) {
    expect(cost).toBeLessThanOrEqual((sizes[at] ?? 0) * WORK_PER_BYTE_MAX + WORK_OF_ANY);
    if (at > 0) expect(cost).toBeLessThanOrEqual(GROWTH_MAX * (costs[at - 1] ?? 0) + WORK_OF_ANY);
  }
};

describe("the work of reading a body grows with its length, no faster", () => {
  it.each(Object.entries(ADVERSARIES))("at ingest: %s", (_, adversary) => {
    expectLinear(ingest, adversary, [16 * KB, LIMITS.ingestBodyBytesMax]);
  });

  it.each(every(FEEDS_EVERY, Object.entries(ADVERSARIES)))("in a feed: %s", (_, adversary) => {
    expectLinear(poll, adversary, [LIMITS.ingestBodyBytesMax, FEED_LIMITS.feedBodyBytesMax]);
  });

  it.each(Object.entries(LONG_TEXTS))("at ingest: %s", (_, adversary) => {
    expectLinear(ingest, adversary, [16 * KB, LIMITS.ingestBodyBytesMax]);
  });

  it("ends where more stands in a body than is read of one", () => {
    const things: [name: string, item: (at: number) => string][] = [
      ["nested members", (at) => `"n${at}":{"v":1}`],
      ["rooms", (at) => `"room${at}":{"temp_c":5}`],
      ["values with units", (at) => `"a${at}":{"value":5,"unit":"foo${at}"}`],
      ["probes of Tasmota", (at) => `"DS18B20-${at}":{"Id":"x${at}","Temperature":5}`],
      ["texts with units", (at) => `"TempRoomKitchen${at}":"5 °C"`],
      ["empty values", (at) => `"temp${at}":null`],
    ];
    for (const [name, item] of things) {
      const work = (count: number) =>
        workOf(() => ingest(encoded(`{${Array.from({ length: count }, (_, at) => item(at)).join(",")}}`)));
      expect({ name, isBounded: work(4_000) <= 1.25 * work(2_000) + 200_000 }).toEqual({
        name,
        isBounded: true,
      });
    }
  });

  it("for names and counts of any proportion, in any style", () => {
    const long = fc.record({
      name: fc.constantFrom("n", "a/", "\u0301\u0316", "\u200b", "🔥", "Ab_", "temperature"),
      /** Of the body, the part that one long name takes. */
      share: fc.double({ min: 0, max: 0.95, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.tuple(...SHAPES.map(() => long)), (all) => {
        for (const [at, { name, share }] of all.entries()) {
          const style = SHAPES[at] as Shape;
          expectLinear(ingest, (bytes) => style(bytes, name, share), [16 * KB, LIMITS.ingestBodyBytesMax]);
        }
      }),
      { numRuns: 1 },
    );
  });
});

type Shape = (bytes: number, name: string, share: number) => string;

const of =
  (opening: (long: string) => string, closing: string, item: (at: number) => string): Shape =>
  (bytes, name, share) => {
    const start = opening(name.repeat((bytes * share) / encoded(name).length));
    const items: string[] = [];
    let left = bytes - encoded(start).length - closing.length;
    for (let at = 0; ; at += 1) {
      const next = item(at);
      left -= encoded(next).length + 1;
      if (left < 0) return start + items.join(",") + closing;
      items.push(next);
    }
  };

const SHAPES: Shape[] = [
  of(
    (long) => `[{"bn":"${long}","v":1},`,
    "]",
    (at) => `{"n":"${at}","v":1}`,
  ),
  of(
    (long) => `[{"bn":"${long}","v":1},`,
    "]",
    (at) => `{"t":${-at},"v":1}`,
  ),
  of(
    (long) => `[{"n":"a","u":"${long}","v":1},`,
    "]",
    (at) => `{"bu":"u${at}","n":"a","v":1}`,
  ),
  of(
    (long) => `{"${long}":{`,
    "}}",
    (at) => `"${at}":1`,
  ),
  of(
    (long) => `{"${long}":{`,
    "}}",
    () => '"same":1',
  ),
  of(
    (long) => `{"${long}":1,`,
    "}",
    (at) => `"k${at}":true`,
  ),
  of(
    (long) => `{"sensors":[{"key":"${long}","value":1},`,
    "]}",
    (at) => `{"key":"k${at}","value":1}`,
  ),
  of(
    (long) => `{"temp":{"${long}":{"c":1,"h":2},`,
    "}}",
    (at) => `"p${at}":{"c":1,"h":2}`,
  ),
  of(
    (long) => `[{"entity_id":"${long}","state":"1","attributes":{}},`,
    "]",
    (at) => `{"entity_id":"e${at}","state":"1","attributes":{}}`,
  ),
  of(
    (long) => `{"tags":[{"name":"${long}","id":"1","temperature":1},`,
    "]}",
    (at) => `{"name":"t${at}","temperature":1}`,
  ),
];
