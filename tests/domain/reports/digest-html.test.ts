import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mailOf } from "../../../lib/messages/mail/mail-layout.ts";
import { barsOf, textBars } from "../../../lib/reports/bars.ts";
import { writeDigest } from "../../../lib/reports/wanted.ts";
import { wordingFor } from "../../../lib/reports/wording.ts";
import { adasWeek, bath, crawlSpace, door, quietWeek } from "./facts-of-a-week.ts";

const HOSTILE = `<script>alert("x")</script>&'\r\nBcc: everybody@example.com`;

const hostile = writeDigest({
  ...adasWeek,
  home: { ...adasWeek.home, name: HOSTILE },
  sensors: [
    { ...crawlSpace, label: HOSTILE, space: HOSTILE, unit: HOSTILE },
    { ...crawlSpace, space: HOSTILE },
  ],
  alerts: adasWeek.alerts.map((alert) => ({ ...alert, subject: HOSTILE })),
  outages: adasWeek.outages.map((outage) => ({ ...outage, device: HOSTILE })),
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

  test("of a quiet week leaves out what there is not, and warns of nothing", async () => {
    const quiet = writeDigest({ ...quietWeek, sensors: [bath, door], forecastLow: null });
    await expect(quiet.html).toMatchFileSnapshot("golden-quiet-week.html.txt");
  });

  test("closes every tag that it opens", () => {
    const open: string[] = [];
    for (const [, slash, tag] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
      if (tag === undefined || ["meta", "br"].includes(tag)) continue;
      if (slash === "/") expect(open.pop()).toBe(tag);
      else open.push(tag);
    }
    expect(open).toEqual([]);
  });

  test("needs nothing that mail programs drop: no pictures to load, no scripts, no layout by styles", () => {
    expect(html).not.toMatch(/<(link|img|svg|script|div)\b|url\(|src=|flex|position:/);
  });

  test("looks like every other mail, by day and by night", () => {
    const { html: other } = mailOf({ language: "en", title: "x", paragraphs: [] });
    expect(html).toContain(/<style>[\s\S]*<\/style>/.exec(other)?.[0]);
    expect(html).toContain('class="card"');
    // A colour of the text's own would be dark on dark.
    expect(html.replace(/<style>[\s\S]*<\/style>/, "")).not.toMatch(/[";]color:/);
  });

  test("draws a bar for every day with readings, and a gap for one without", () => {
    const heights = [...html.matchAll(/bgcolor="#a8420d" width="6" height="(\d+)"/g)].map(([, height]) =>
      Number(height),
    );
    expect(heights).toEqual([21, 3, 9, 15, 18, 24, 9, 12, 18, 12, 12, 15, 15]);
    expect(html.match(/<td width="7"><\/td>/g)).toHaveLength(1);
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
    const outages = many((index) => ({
      device: `${name}${index}`,
      fromMs: adasWeek.period.fromMs,
      toMs: null,
    }));
    const large = writeDigest({ ...adasWeek, kind: "quarterly", sensors, alerts, outages });
    expect(new TextEncoder().encode(large.html).length).toBeLessThan(100_000);
    expect(large.html).toMatch(/and \d+ more on the dashboard/);
    expect(large.text).toMatch(/and \d+ more on the dashboard/);
  });
});

describe("the bars", () => {
  test("reach from one to eight, and stand half high where nothing changes", () => {
    expect(barsOf([10, 20, 15], 20)).toEqual([1, 8, 5]);
    expect(barsOf([5, 5, null], 0)).toEqual([4, 4, null]);
  });

  test("make no mountain of a small difference", () => {
    expect(barsOf([68.1, 68.4, 68.2], 7)).toEqual([4, 5, 4]);
  });

  test("are none for fewer than two values", () => {
    expect(barsOf([], 1)).toEqual([]);
    expect(barsOf([null, 3, null], 1)).toEqual([]);
  });

  test("are at most fourteen heights from 1 to 8, whatever the values", () => {
    const value = fc.option(fc.double({ min: -1e15, max: 1e15, noNaN: true }), { nil: null });
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 100 }),
        fc.double({ min: 0, max: 1e15, noNaN: true }),
        (values, range) => {
          const bars = barsOf(values, range);
          expect(bars.length).toBeLessThanOrEqual(14);
          for (const height of bars) if (height !== null) expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(height);
          expect([...textBars(bars)]).toHaveLength(bars.length);
        },
      ),
    );
  });
});

test.each([
  [0, "under a minute"],
  [29_999, "under a minute"],
  [60_000, "1 min"],
  [3_600_000, "1 h"],
  [12_600_000, "3 h 30 min"],
  [86_399_999, "1 d"],
  [187_200_000, "2 d 4 h"],
])("%d ms are %s", (ms, words) => {
  expect(wordingFor(adasWeek).duration(ms)).toBe(words);
});
