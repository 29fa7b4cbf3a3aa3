import { describe, expect, test } from "vitest";
import { callReceipt, callTwiml, isMissed, spokenNews } from "../../../lib/channels/call/spoken.ts";
import type { AlertNews } from "../../../schema/wire/events.ts";
import { readLines } from "../../support/json-lines.ts";

const NEWS: AlertNews = {
  id: "alr_1",
  kind: "freeze",
  transition: "opened",
  severity: "critical",
  headline: "Pipes may freeze: Cellar is at 33 °F",
  sensor_id: "sen_1",
  device_id: "dev_1",
  sensor: "Pipe",
  device: "Node",
  space: "Cellar",
  value: 33,
  unit: "°F",
  at: "2026-11-22T10:00:00.000Z",
  url: "https://hearth.example.net/a/x",
};
const ANSWER = "https://hearth.example.net/api/channels/call/0123456789ABCDEFabcdef";

describe("the text of a call", () => {
  test("is who calls, for which home, the place and the value", () => {
    expect(spokenNews({ home: "Ada's cabin", alerts: [NEWS, NEWS] }, "en")).toBe(
      "This is Hearthwatch, calling for Ada's cabin. Pipes may freeze: Cellar is at 33 degrees Fahrenheit. And 1 more alert.",
    );
  });

  test("is in Spanish for a reader of Spanish", () => {
    const said = spokenNews({ home: "la casa de Ada", alerts: [NEWS] }, "es");
    expect(said).toContain("Cellar, Pipe: 33 grados Fahrenheit");
    expect(callTwiml({ text: said, language: "es", answerUrl: ANSWER, isNews: true })).toContain("Pulse 1");
  });

  test("asks for no key of a reader who may not acknowledge", () => {
    expect(callTwiml({ text: "x", language: "en", answerUrl: null, isNews: true })).not.toContain("<Gather");
  });
});

test.each(
  readLines<[string, string | null, string | null, boolean]>(new URL("call-ends.jsonl", import.meta.url)),
)("a call that ends %s with %s is kept as %s", (status, by, receipt, missed) => {
  const kept = callReceipt(status, by);
  expect(kept).toBe(receipt);
  expect(kept !== null && isMissed(kept)).toBe(missed);
});
