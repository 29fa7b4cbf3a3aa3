import { beforeEach, expect, test } from "vitest";
import { ingestApp } from "../../functions/ingest/app.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome, type TestDevice } from "../support/fixtures.ts";
import { readLines } from "../support/json-lines.ts";
import { testClock, testServices } from "../support/services.ts";

/**
 * What a maker's hardware sends, as JSON, as it stands or behind the address, and what is understood: all of it (`is`),
 * a part (`has`), none of some kinds (`lacks`), or what the refusal says (`error`).
 */
type Sent = { what: string; body?: unknown; text?: string; query?: string } & {
  is?: string[];
  has?: string;
  lacks?: string[];
  error?: string;
};
type Sensor = { key: string; kind: string; value: number; unit: string | null };

const ROWS = readLines<Sent>(new URL("makers-hardware.jsonl", import.meta.url)).map((row) => ({
  ...row,
  sent: row.query ?? row.text ?? JSON.stringify(row.body),
}));

let device: TestDevice;
const clock = testClock("2026-11-20T10:00:00Z");

const database = await openTestDatabase();
const home = await addHome(database);
const app = ingestApp(testServices(database, clock));
beforeEach(async () => {
  device = await addDevice(database, home);
  clock.advance(3_600_000);
});

function ask({ query, sent }: (typeof ROWS)[number]) {
  const address = `/api/ingest/${device.ingestKey}`;
  return query === undefined
    ? app.request(`${address}?explain=1`, { method: "POST", body: sent })
    : app.request(address + query);
}

/** `leak: flood 1`, for each sensor; where an answer does not explain, how many readings it stored. */
const understood = (said: { readings: number; sensors?: Sensor[] }): string[] =>
  said.sensors?.map(({ key, kind, value, unit }) => `${key}: ${kind} ${value} ${unit ?? ""}`.trim()) ?? [
    `ok ${said.readings}`,
  ];

test.each(ROWS)("$what: $sent", async (row) => {
  const answer = await ask(row);
  const said = await answer.json();
  expect([answer.status, said.error]).toEqual(
    row.error === undefined ? [200, undefined] : [400, expect.stringContaining(row.error)],
  );
  if (row.error !== undefined) return;
  const sensors = understood(said);
  if (row.is !== undefined) expect(sensors).toEqual(row.is);
  if (row.has !== undefined) expect(sensors.join("\n")).toContain(row.has);
  for (const kind of row.lacks ?? []) expect(sensors.join("\n")).not.toContain(`: ${kind} `);
});
