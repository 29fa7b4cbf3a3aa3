import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLines } from "../../../support/json-lines.ts";

type Fixture = { source: string };

const FIXTURES = readLines<Fixture>(join(import.meta.dirname, "fixtures.jsonl"));

test("docs/devices.md names each sender of which there is a body", () => {
  const doc = readFileSync("docs/devices.md", "utf8");
  const named = doc
    .slice(doc.indexOf("## Supported senders"))
    .replaceAll("\n", " ")
    .split(/[.,] /)
    .map((name) => name.trim());
  const makers = new Set(FIXTURES.map(({ source }) => source.split(",")[0] ?? ""));
  expect([...makers].filter((maker) => !named.some((name) => name.replace(/\.$/, "") === maker))).toEqual([]);
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
