import { describe, expect, test } from "vitest";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import type { DueFinding } from "../../../lib/messages/audience/due-finding.ts";
import type { PlannedMessage } from "../../../lib/messages/audience/plan-messages.ts";
import { dedupeKeyOf, noticeContent } from "../../../lib/messages/notice/notice-content.ts";
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

const leak = (number: number, at: number) =>
  input(freeze({ kind: "leak", at }), { names: { sensor: `Sink ${number}`, device: null, space: null } });

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
    const { event } = renderNotice(leak(1, T0), leak(2, T0 + 1), leak(3, T0 + 2));
    expect(event).toEqual({
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
