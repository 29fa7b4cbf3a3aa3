import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gsmUnits } from "../../../lib/language/sms-text.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import { ALERT_KINDS, TRANSITIONS } from "../../../schema/vocabulary.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { freeze, HOUR, input, reading, T0, URL } from "./notice-fixtures.ts";

describe("a freeze notice", () => {
  test("says what, where, how bad, since when, what to do, and where to look", () => {
    const notice = renderNotice(input(freeze()));
    expect(notice.subject).toBe("Pipes may freeze: Crawlspace, Pipe probe is at 33.1 °F");
    for (const part of [
      "Reading: 33.1 °F, Sat, Jan 16, 3:05 AM EST",
      "Since: Sat, Jan 16, 3:05 AM EST",
      "Check the heating now.",
      `I'm on it: ${URL}`,
    ])
      expect(notice.text).toContain(part);
    expect(notice.sms).toBe(
      `Pipes may freeze: Crawlspace, Pipe probe 33.1 F. Ada's cabin. Check the heating now. ${URL}`,
    );
    expect(notice.pushTitle).toBe(notice.subject);
    expect(notice.pushBody).toBe("Ada's cabin: Check the heating now. Let the taps drip.");
  });

  test("tells a program the sensor and the device with their ids, in the unit of its headline", () => {
    const reader = { language: "en", temperatureUnit: "°C" } as const;
    const about = { sensorId: "sen_1", sensor: "temp1", deviceId: "dev_1", device: "Node" };
    const names = { sensor: null, device: null, space: "Crawlspace", about };
    const [news] = renderNotice(input(freeze(), { reader, names })).event.data.alerts;
    expect(news).toMatchObject({
      ...{ sensor_id: "sen_1", sensor: "temp1", device_id: "dev_1", device: "Node" },
      ...{ space: "Crawlspace", value: 0.6, unit: "°C" },
    });
  });

  test("speaks the household's unit", () => {
    const celsius = { language: "en", temperatureUnit: "°C" } as const;
    const household = { name: "Ada", timeZone: "Europe/Berlin" };
    const notice = renderNotice(input(freeze(), { reader: celsius, household }));
    expect(notice.subject).toContain("0.6 °C");
    expect(notice.text).toContain("9:05 AM GMT+1");
  });

  test("of its end says how long it lasted and what the worst was", () => {
    const closed = freeze({
      transition: "closed",
      reason: "recovered",
      at: T0 + 2.5 * HOUR,
      closedAt: T0 + 2.5 * HOUR,
      evidence: reading(45, T0 + 2.5 * HOUR),
    });
    const notice = renderNotice(input(closed));
    expect(notice.subject).toBe("Warm again: Crawlspace, Pipe probe is at 45 °F");
    expect(notice.text).toContain("Lasted: 2 h 30 min");
    expect(notice.text).toContain("Worst: 33.1 °F");
    expect(notice.text).not.toContain("I am on it");
    expect(notice.sms).toContain("after 2 h 30 min.");
  });
});

describe("nothing that a person typed can do harm", () => {
  const nasty = `<img src=x onerror="alert('1')">&\r\nBcc: eve@example.com`;

  test("in HTML", () => {
    const names = { sensor: nasty, device: null, space: null };
    const { html } = renderNotice(input(freeze(), { names, url: `https://x.example/?a="><b>&c='` }));
    expect(html).not.toMatch(/<img|onerror="|"><b>/);
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;");
    expect(html).toContain('href="https://x.example/?a=&quot;&gt;&lt;b&gt;&amp;c=&#39;"');
  });

  test("in a header", () => {
    const names = { sensor: nasty, device: null, space: "Cellar\u2028\u0000\u0085x" };
    const { subject, pushTitle } = renderNotice(input(freeze(), { names }));
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(pushTitle).not.toMatch(/[\r\n]/);
  });

  test("by a link that is none", () => {
    expect(renderNotice(input(freeze(), { url: "javascript:alert(1)" })).html).not.toContain("javascript:");
  });

  test("whatever the kind, the transition and the names", () => {
    const name = fc.string({ unit: anyCharacter, maxLength: 200 });
    const all = fc.record({
      kind: fc.constantFrom(...ALERT_KINDS),
      transition: fc.constantFrom(...TRANSITIONS),
    });
    fc.assert(
      fc.property(all, name, name, ({ kind, transition }, sensor, space) => {
        const notice = renderNotice(
          input(freeze({ kind, transition }), { names: { sensor, space, device: null } }),
        );
        expect(notice.subject).not.toMatch(/[\r\n\u2028\u2029]/);
        expect(notice.subject.length).toBeGreaterThan(0);
        expect([...notice.subject].length).toBeLessThanOrEqual(150);
        expect([...notice.pushBody].length).toBeLessThanOrEqual(240);
        expect(notice.html.match(/<script|<img/i)).toBeNull();
        const units = gsmUnits(notice.sms);
        if (units === null) expect(notice.sms.length).toBeLessThanOrEqual(160);
        else expect(units).toBeLessThanOrEqual(160);
        expect(notice.sms.endsWith(URL)).toBe(true);
      }),
    );
  });
});

describe("a text message", () => {
  const sms = (sensor: string) =>
    renderNotice(input(freeze(), { names: { sensor, device: null, space: null } })).sms;

  test("writes what GSM lacks otherwise", () => {
    expect(sms("Kühlraum Ołówek")).toContain("Kühlraum O");
    expect(gsmUnits(sms("Châlet — cave’s “pipe”"))).not.toBeNull();
    expect(sms("Châlet — cave’s “pipe”")).toContain(`Chalet - cave's "pipe"`);
  });

  test("cuts a long name, never the link", () => {
    const text = renderNotice(
      input(freeze(), { names: { sensor: "x".repeat(60), device: null, space: "y".repeat(60) } }),
    ).sms;
    expect(gsmUnits(text)).toBeLessThanOrEqual(160);
    expect(text.endsWith(` ${URL}`)).toBe(true);
  });
});
