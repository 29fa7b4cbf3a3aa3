import { describe, expect, test } from "vitest";
import type { DigestFacts } from "../../../lib/reports/gather.ts";
import { writeDigest } from "../../../lib/reports/report-mail.ts";
import { adasWeek, at, bath, crawlSpace, quietWeek } from "./facts-of-a-week.ts";

const textOf = (facts: DigestFacts): string[] => writeDigest(facts).text.split("\n");
const lineOf = (facts: DigestFacts, start: string): string =>
  textOf(facts).find((line) => line.startsWith(start)) ?? `no line starts with ${start}`;

describe("the weekly digest", () => {
  test("says the same in the first words of the HTML", () => {
    const [summary] = textOf(adasWeek);
    const words = writeDigest(adasWeek)
      .html.replace(/[\s\S]*<body[^>]*>/, "")
      .replace(/<[^>]*>/g, "");
    expect(words.trim().startsWith(summary ?? "")).toBe(true);
  });

  test("reads like this", () => {
    expect(
      writeDigest(adasWeek).text,
    ).toBe(`3 alerts (2 freeze, 1 leak) and 1 outage. Coldest: Crawl space, 36.1 °F, Tue 4:10 AM. Battery of Cellar node: 18.4 %, about 12 days left.

Ada's home, Nov 16 – 22, 2026

At a glance
- Alerts: 3 (2 freeze, 1 leak), 4 h in all; the week before: 1 (1 freeze), 45 min in all
- Outages: 1, 4 h 15 min in all
- Coldest space: Crawl space, 36.1 °F, Tue 4:10 AM
- Lowest battery: Cellar node, 18.4 %, about 12 days left
- Forecast low: 21.2 °F, Fri 6:00 AM

Alerts
- Crawl space: 2 × freeze, 3 h 30 min in all
- Washer: 1 × leak, 30 min, still open

Outages
- Attic node: Fri 2:00 AM, 4 h 15 min

Sensors
- Crawl space: temp1: low 36.1 °F (Tue 4:10 AM), average 44 °F, high 51.2 °F (Sun 2:00 PM), below 40 °F for 3 h 30 min  ▇▁▃ ▅▆█
- Bath: Humidity: low 41.5 % (Wed 6:00 AM), average 55.3 %, high 92 % (Thu 7:30 AM)  ▃▄▆▄▄▅▅
- Garage: door1: open in 4.2 % of the readings

More on the dashboard: https://hearthwatch.example/home
Unsubscribe from this report: https://hearthwatch.example/u?t=abc&k=weekly
`);
  });

  test("compares spaces across units", () => {
    const attic = {
      ...crawlSpace,
      space: "Attic",
      unit: "°C",
      low: { value: 3, atMs: at("2026-11-17T12:00:00Z") },
    };
    const warm = { ...crawlSpace, space: "Den", low: { value: 37.5, atMs: at("2026-11-17T12:00:00Z") } };
    expect(lineOf({ ...adasWeek, sensors: [warm, attic] }, "- Coldest space")).toBe(
      "- Coldest space: Attic, 37.4 °F, Tue 4:00 AM",
    );
  });

  test("counts only the hours of an alert that lie in the week", () => {
    const alerts = [
      {
        kind: "freeze" as const,
        subject: "Den",
        openedAtMs: at("2026-11-10T00:00:00Z"),
        closedAtMs: at("2026-11-16T10:00:00Z"),
      },
    ];
    expect(lineOf({ ...adasWeek, alerts }, "- Den")).toBe("- Den: 1 × freeze, 2 h");
  });

  test("without any reading says that first", () => {
    const sensors = [{ ...bath, low: null, average: null, high: null, daily: [] }];
    const silent = { ...quietWeek, sensors };
    expect(textOf(silent)[0]).toBe("No readings arrived this week. No alerts and no outages.");
    expect(lineOf(silent, "- Bath")).toBe("- Bath: Humidity: no readings");
    expect(writeDigest(silent).subject).toBe("No readings this week (Ada's home)");
    expect(textOf({ ...silent, sensors: [] })[0]).toBe(textOf(silent)[0]);
  });
});
