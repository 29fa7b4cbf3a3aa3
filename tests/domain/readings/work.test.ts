import { describe, expect, it } from "vitest";
import { decodeSent } from "../../../lib/readings/decode-body.ts";
import { readPayload } from "../../../lib/readings/read-payload.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { ADVERSARIES, type Adversary, LONG_TEXTS } from "../../support/adversarial-bodies.ts";
import { workOf } from "../../support/work-meter.ts";
import { NOW } from "./support.ts";

/** Linear work grows fourfold with a body four times as large; quadratic work grows sixteenfold. */
const GROWTH_MAX = 5;
/** The most that any body may cost, set by SenML's 1,024 records with names of 256 characters. */
const WORK_OF_ANY = 2_000_000;
const WORK_PER_BYTE_MAX = 155;

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

const ingest = (bytes: Uint8Array): void => {
  const body = decodeSent(bytes, "other");
  if (body.ok) readPayload(body.value, { now: NOW });
};

const expectLinear = (adversary: Adversary): void => {
  const costOf = (size: number): number => {
    const bytes = encoded(adversary(size));
    expect(bytes.length).toBeLessThanOrEqual(size);
    return workOf(() => ingest(bytes));
  };
  const large = costOf(LIMITS.ingestBodyBytesMax);
  expect(large).toBeLessThanOrEqual(LIMITS.ingestBodyBytesMax * WORK_PER_BYTE_MAX + WORK_OF_ANY);
  if (large > WORK_OF_ANY)
    expect(large).toBeLessThanOrEqual(GROWTH_MAX * costOf(LIMITS.ingestBodyBytesMax / 4) + WORK_OF_ANY);
};

describe("the work of reading a body grows with its length, no faster", () => {
  it.each(Object.entries({ ...ADVERSARIES, ...LONG_TEXTS }))("%s", (_, adversary) => expectLinear(adversary));

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
      expect({ name, isBounded: work(2_400) <= 1.25 * work(1_200) + 200_000 }).toEqual({
        name,
        isBounded: true,
      });
    }
  });
});
