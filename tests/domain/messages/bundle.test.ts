import { describe, expect, test } from "vitest";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import type { DueFinding } from "../../../lib/messages/audience/due-finding.ts";
import type { PlannedMessage } from "../../../lib/messages/audience/plan-messages.ts";
import { dedupeKeyOf, noticeContent } from "../../../lib/messages/notice/notice-content.ts";
import type { NoticeInput } from "../../../lib/messages/notice/notice-view.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import {
  ADA,
  contact,
  dueFinding,
  dueHome,
  emailContact,
  freeze,
  HOUR,
  HOUSEHOLD,
  input,
  T0,
  URL,
} from "./notice-fixtures.ts";

const leaks = (count: number, rest: Partial<NoticeInput> = {}) =>
  Array.from({ length: count }, (_, index) =>
    input(freeze({ kind: "leak", at: T0 + ((index * 7) % count) }), {
      names: { sensor: `Sink ${index + 1}`, device: null, space: null },
      ...rest,
    }),
  );

const several = ([worst, ...others]: NoticeInput[]) => renderNotice(worst ?? input(freeze()), ...others);
const bundle = (count: number, rest?: Partial<NoticeInput>) => several(leaks(count, rest));

const wet = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Water leak: Sink ${from + index} is wet`);

describe("several alerts in one message", () => {
  test("are one and one more, each named", () => {
    const { subject, text, sms, pushTitle, pushBody, url } = bundle(2);
    expect(subject).toBe("Water leak: Sink 1 is wet (and 1 more alert)");
    // The worst alert comes first, in the same words as alone: what to do, and since when.
    const alone = bundle(1).text;
    const story = alone.slice(alone.indexOf("\n\n"), alone.indexOf("I'm on it"));
    expect(story).toContain("Shut off the water");
    expect(text).toBe(`Ada's cabin\n${subject}${story}- ${wet(2, 2)}\n\nI'm on it: ${URL}\n`);
    expect(sms).toBe(`Water leak: Sink 1 is wet and 1 more alert. Ada's cabin. ${URL}`);
    expect([pushTitle, pushBody, url]).toEqual(["2 alerts at Ada's cabin", wet(1, 2).join(". "), URL]);
  });

  test("are ten at most, the others counted", () => {
    expect(bundle(10).text).toContain(`- ${wet(2, 10).join("\n- ")}\n\nI'm on it`);
    expect(bundle(11).text).toContain(`- ${wet(2, 10).join("\n- ")}\n- … and 1 more\n\nI'm on it`);
    expect(bundle(11).subject).toBe("Water leak: Sink 1 is wet (and 10 more alerts)");
    expect([...bundle(11).pushBody].length).toBe(240);
  });
});

describe("for a program", () => {
  const news = (sensor: string, at = T0) => ({
    id: "alr_1",
    kind: "leak",
    transition: "opened",
    severity: "critical",
    headline: `Water leak: ${sensor} is wet`,
    sensor_id: null,
    sensor,
    device_id: null,
    device: null,
    space: null,
    value: 33.08,
    unit: "°F",
    at: new Date(at).toISOString(),
    url: URL,
  });

  test("several are one event, of the latest moment", () => {
    expect(bundle(3).event).toEqual({
      type: "alerts.changed",
      timestamp: "2027-01-16T08:05:00.002Z",
      data: {
        home: "Ada's cabin",
        alerts: [news("Sink 1"), news("Sink 2", T0 + 1), news("Sink 3", T0 + 2)],
      },
    });
  });
});

describe("a message about several alerts", () => {
  const household = { ...HOUSEHOLD, temperatureUnit: "C", timeZone: "America/New_York" } as const;
  const home = dueHome([], [], { household });
  const due = (number: number, finding: Partial<Finding> = {}): DueFinding =>
    dueFinding(freeze({ sequence: number, ...finding }), {
      ...{ findingId: number, alertId: `alr_${number}`, before: { value: 36, at: T0 - HOUR } },
      names: { sensor: "Pipe", device: null, space: null },
    });
  const message = (findings: DueFinding[], rest: Partial<PlannedMessage> = {}): PlannedMessage => ({
    ...{ person: ADA, contact: emailContact("ada@example.com"), at: T0, findings, notes: ["month_used_up"] },
    ...rest,
  });

  test("is a notice if it has one alert, in the home's unit, with the notes", () => {
    const { subject, text } = noticeContent(home, message([due(1)]), URL);
    expect(subject).toBe("Pipes may freeze: Pipe is at 0.6 °C, down 2° in an hour");
    expect(text).toContain(
      "\nThis would have been a text message, but this month's are used up. We sent it by mail instead.\n",
    );
    expect(text).toContain(`I'm on it: ${URL}`);
  });

  test("is written as its channel has it", () => {
    const text = message([due(1)], { contact: contact("sms", "+15555550100") });
    expect(noticeContent(home, text, URL)).toMatchObject({
      subject: "Pipes may freeze: Pipe is at 0.6 °C, down 2° in an hour",
      text: `Pipes may freeze: Pipe 0.6 C, down 2 in an hour. Ada's cabin. Check the heating now. ${URL}`,
    });
  });

  test.each([
    ["owner", true],
    ["viewer", false],
  ] as const)("lets somebody who is %s take it on: %s", (role, may) => {
    for (const findings of [[due(1)], [due(1), due(2)]]) {
      const { text } = noticeContent(home, message(findings, { person: { ...ADA, role } }), URL);
      expect(text.includes("I'm on it")).toBe(may);
    }
  });

  test("is known again by its worst finding, how many there are, and where it goes", () => {
    expect(dedupeKeyOf(message([due(1)]))).toBe("alr_1/1/email/ada@example.com");
    expect(dedupeKeyOf(message([due(2), due(1)]))).toBe("alr_2/2+1/email/ada@example.com");
    expect(dedupeKeyOf(message([due(3), due(1), due(2)]))).toBe("alr_3/3+2/email/ada@example.com");
  });
});
