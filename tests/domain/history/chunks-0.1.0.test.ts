import { expect, test } from "vitest";
import { oldBuckets, oldReadings } from "../../../local/postgres/upgrade-0.1.0-history.ts";
import { readLines } from "../../support/json-lines.ts";
import { every } from "./series-of-a-day.ts";

const FIRST = 1_976_832;
type Readings = [what: string, micros: number, values: number[], hex: string];
type Row = [bucket: number, count: number, min: number, max: number, avg: number, last: number];

test.each(readLines<Readings>(new URL("readings-0.1.0.jsonl", import.meta.url)))(
  "readings that 0.1.0 sealed are read: %s",
  (_, micros, values, hex) => {
    expect(oldReadings(Buffer.from(hex, "hex"))).toEqual(every(micros, values));
  },
);

test.each(
  readLines<[what: string, rows: Row[], hex: string]>(new URL("buckets-0.1.0.jsonl", import.meta.url)),
)("buckets that 0.1.0 sealed are read: %s", (_, rows, hex) => {
  const buckets = rows.map(([bucket, count, min, max, avg, last]) => ({
    ...{ bucket: FIRST + bucket, count, min, max, avg, last },
  }));
  expect(oldBuckets(Buffer.from(hex, "hex"))).toEqual(buckets);
});
