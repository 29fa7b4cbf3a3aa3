import { describe, expect, test } from "vitest";
import { RULE_DEFAULTS } from "../../../lib/alerts/settings.ts";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import type { Evidence } from "../../../lib/language/reason.ts";
import type { NoticeInput } from "../../../lib/messages/notice/notice-view.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import type { Language, SensorKind } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";
import { freeze, HOUR, input, reading, revived, T0 } from "./notice-fixtures.ts";

const render = (finding: Partial<Finding>, rest: Partial<NoticeInput> = {}) =>
  renderNotice(input(freeze(finding), rest));
const withMore = (value: number, unit: string | null, more: NonNullable<Evidence["more"]>): Evidence => ({
  ...reading(value, T0, unit),
  more,
});
const OVER = { transition: "closed", reason: "recovered", closedAt: T0, openedAt: T0 - HOUR } as const;
const rule = (name: string) => ({
  ...RULE_DEFAULTS,
  name,
  is: "above" as const,
  limit: { value: 60, unit: "°F" },
  hysteresis: { value: 1, unit: "°F" },
});
type Line = {
  says: string;
  finding?: Partial<Finding>;
  rest?: Partial<NoticeInput>;
  subject?: string;
  endsWith?: string;
  pushBody?: string;
  /** The first sentence. */
  sms?: string;
  facts?: string[];
};
const FACTS = /^(?:Where|Reading|Last reading|Failing since|Feed|Since|Lasted|Worst|Battery|Why): /;

test.each(readLines<Line>(new URL("notice-words.jsonl", import.meta.url)).map((line) => revived(line)))(
  "$says",
  ({ finding = {}, rest, facts, sms, endsWith = "", subject, pushBody }) => {
    const said = render(finding, rest);
    if (subject !== undefined) expect(said.subject).toBe(subject);
    if (pushBody !== undefined) expect(said.pushBody).toBe(pushBody);
    if (facts !== undefined) expect(said.text.split("\n").filter((line) => FACTS.test(line))).toEqual(facts);
    if (sms !== undefined) expect(said.sms.split(". ")[0]).toBe(sms);
    expect(said.subject.endsWith(endsWith)).toBe(true);
  },
);

test("a name that nobody typed is in the reader's language, and what somebody typed stays", () => {
  const said = (sensor: string, sensorKind: SensorKind, language: Language) => {
    const { subject, sms, text } = render(
      { kind: "leak" },
      {
        names: { sensor, sensorKind, device: "Node", space: "Cellar" },
        reader: { language, temperatureUnit: "°C" },
      },
    );
    return [subject, sms, text];
  };
  const has = (text: string) => [1, 2, 3].map(() => expect.stringContaining(text));
  expect(said("Attic node temperature", "temperature", "es")).toEqual(has("Cellar, Temperatura, Attic node"));
  expect(said("Leak sensor", "flood", "es")).toEqual(has("Cellar, Sensor de fugas"));
  expect(said("Temperature 2", "temperature", "es")).toEqual(has("Cellar, Temperatura 2"));
  expect(said("Attic node temperature", "temperature", "en")).toEqual(has("Cellar, Attic node temperature"));
  expect(said("Grandma's door", "temperature", "es")).toEqual(has("Cellar, Grandma's door"));
});

describe("a mail", () => {
  const color = (finding: Partial<Finding>) => /4px solid (#\w+)/.exec(render(finding).html)?.[1];

  test("has the color of how bad it is, and a calm one at its end", () => {
    expect(color({ severity: "critical" })).toBe("#9c160c");
    expect(color({ severity: "warning" })).toBe("#7d4a00");
    expect(color(OVER)).toBe("#14603a");
  });

  test("draws the day before, and has none without four hours of it", () => {
    const lastDay = { unit: "°F", hours: [null, 40, 38, 36, 34], low: 32.5, high: 41 };
    expect(render({}, { lastDay }).text).toContain("The last 5 hours: between 32.5 °F and 41 °F");
    const short = { ...lastDay, hours: [null, 40, 38, 36] };
    for (const each of [short, { ...lastDay, unit: null }, null])
      expect(render({}, { lastDay: each }).html).not.toContain('role="img"');
  });

  test("draws readings, and no predictions", () => {
    const lastDay = { unit: "°F", hours: [null, 40, 38, 36, 34], low: 34, high: 40 };
    const said = (finding: Partial<Finding>) => /The last .*/.exec(render(finding, { lastDay }).text)?.[0];
    const foretold = { ...reading(20, T0 + 9 * HOUR), sensorId: "sen_1" };
    expect(said({ kind: "forecast", evidence: foretold })).toBe("The last 5 hours: between 34 °F and 40 °F");
    const hoursLeft = withMore(3, "h", { celsius: 0 });
    expect(said({ kind: "time_to_freeze", evidence: hoursLeft })).toBe(
      "The last 5 hours: between 32 °F and 40 °F",
    );
  });

  test("says of a fridge how long a fridge holds", () => {
    const said = (value: number) =>
      render({
        kind: "cold_storage",
        evidence: reading(50, T0, "°F"),
        limit: { name: "warning", is: "above", value, unit: "°F", forMs: HOUR },
      }).text;
    expect(said(45)).toContain("food stays cold for about four hours");
    expect(said(15)).not.toContain("four hours");
  });

  test("says of a door that opens on vacation that it is none of the owner's rules", () => {
    const said = (name: string) => render({ kind: "rule", settings: rule(name) }).text;
    expect(said("Opened while you are away")).toContain("if nobody should be there, ask someone nearby");
    expect(said("Sauna on")).toContain("From your custom rule.");
  });

  test("is for whoever may take it on, until it is over", () => {
    const button = (finding: Partial<Finding>, mayAcknowledge: boolean) =>
      /^.*(?=: https)/m.exec(render(finding, { mayAcknowledge }).text)?.[0];
    expect([button({}, true), button({}, false), button(OVER, true)]).toEqual([
      "I'm on it",
      "See what happened",
      "See what happened",
    ]);
  });

  test("about dampness that is over offers nothing to acknowledge", () => {
    const damp = { kind: "leak", transition: "flapping", closedAt: T0 - HOUR } as const;
    expect(render(damp).mayAcknowledge).toBe(false);
    expect(render(damp).text).toContain("See what happened");
    expect(render({ ...damp, closedAt: null }).mayAcknowledge).toBe(true);
  });
});
