import { describe, expect, test } from "vitest";
import { writeDigest } from "../../../lib/reports/report-mail.ts";
import { adasWeek, crawlSpace } from "./facts-of-a-week.ts";

const HOSTILE = `<script>alert("x")</script>&'\r\nBcc: everybody@example.com`;

const hostile = writeDigest({
  ...adasWeek,
  home: { ...adasWeek.home, name: HOSTILE },
  sensors: [
    { ...crawlSpace, label: HOSTILE, space: HOSTILE, unit: HOSTILE },
    { ...crawlSpace, space: HOSTILE },
  ],
  alerts: adasWeek.alerts.map((alert) => ({ ...alert, subject: HOSTILE })),
  outages: adasWeek.outages.map((outage) => ({ ...outage, subject: HOSTILE })),
  batteries: [{ device: HOSTILE, pct: 3, daysLeft: 1 }],
});

describe("names that are meant to do harm", () => {
  test("are text in the HTML", () => {
    expect(hostile.html).not.toContain("<script");
    expect(hostile.html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;");
  });

  test("stay on their line of the text", () => {
    expect(hostile.text).not.toMatch(/^Bcc/m);
  });

  test("stay in the subject", () => {
    expect(hostile.subject).not.toMatch(/\p{Cc}/u);
  });
});

describe("the HTML", () => {
  const { html } = writeDigest(adasWeek);

  test("reads like this", async () => {
    await expect(html).toMatchFileSnapshot("golden-week.html.txt");
  });

  test("needs nothing that mail programs drop: no pictures to load, no scripts, no layout by styles", () => {
    expect(html).not.toMatch(/<(link|img|svg|script|div)\b|url\(|src=|flex|position:/);
  });

  test("of a large home for a quarter is not cut off by Gmail", () => {
    const daily = Array.from({ length: 92 }, (_, day) => Math.sin(day));
    const sensors = Array.from({ length: 256 }, (_, index) => ({
      ...crawlSpace,
      label: `sensor ${index}`.padEnd(120, "x"),
      daily,
    }));
    const many = <T>(one: (index: number) => T): T[] => Array.from({ length: 300 }, (_, index) => one(index));
    const name = "A device with a long name ".repeat(3);
    const alerts = many((index) => ({
      kind: "outage" as const,
      subject: `${name}${index}`,
      openedAtMs: adasWeek.period.fromMs,
      closedAtMs: null,
    }));
    const large = writeDigest({ ...adasWeek, kind: "quarterly", sensors, alerts, outages: alerts });
    expect(new TextEncoder().encode(large.html).length).toBeLessThan(100_000);
    expect(large.html).toMatch(/\d+ more on the dashboard/);
    expect(large.text).toMatch(/\d+ more on the dashboard/);
  });
});
