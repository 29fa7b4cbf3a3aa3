import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLines } from "../../../support/json-lines.ts";
import { read } from "../support.ts";

type Fixture = { source: string; body: unknown };

const FIXTURES = readLines<Fixture>(join(import.meta.dirname, "fixtures.jsonl"));

/** What a body is read as, in the words of the document. */
const rowOf = ({ source, body }: Fixture): string => {
  const { readings, health } = read(body);
  const measured = readings.map(({ kind, label, unit }) => {
    const what = kind === "generic" ? label.toLowerCase() : kind;
    return unit === null ? what : `${what} in ${unit}`;
  });
  const own = [health.batteryPct === undefined ? "" : "battery", health.rssi === undefined ? "" : "signal"];
  return `| ${source} | ${[...new Set(measured)].join(", ") || "nothing"} | ${own.filter(Boolean).join(", ")} |`;
};

test("docs/devices.md says what is read of each sender, as the fixtures show it", () => {
  const table = ["| sender | what is read | health |", "| --- | --- | --- |", ...FIXTURES.map(rowOf)].join(
    "\n",
  );
  const plain = (text: string) => text.replace(/ +/g, " ").replace(/-{3,}/g, "---");
  expect(plain(readFileSync("docs/devices.md", "utf8"))).toContain(plain(table));
});

test("docs/devices.md says where to click for senders that are read alone", () => {
  const doc = readFileSync("docs/devices.md", "utf8");
  const section = doc.slice(doc.indexOf("## Where to click"), doc.indexOf("## Supported bodies"));
  const named = [...section.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, name = ""]) => name).slice(2);
  const sources = FIXTURES.map(({ source }) => source);
  const isRead = (name: string) =>
    sources.some(
      (source) => source === name || (/^[ ,]/.test(source.slice(name.length)) && source.startsWith(name)),
    );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !isRead(name))).toEqual([]);
});
