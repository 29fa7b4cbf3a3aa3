import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gsmUnits } from "../../../lib/language/sms-text.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import { ALERT_KINDS, TRANSITIONS } from "../../../schema/vocabulary.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { freeze, input, URL } from "./notice-fixtures.ts";

test("a freeze notice tells a program the sensor and the device with their ids, in the unit of its headline", () => {
  const reader = { language: "en", temperatureUnit: "°C" } as const;
  const about = { sensorId: "sen_1", sensor: "temp1", deviceId: "dev_1", device: "Node" };
  const names = { sensor: null, device: null, space: "Crawlspace", about };
  const [news] = renderNotice(input(freeze(), { reader, names })).event.data.alerts;
  expect(news).toMatchObject({
    ...{ sensor_id: "sen_1", sensor: "temp1", device_id: "dev_1", device: "Node" },
    ...{ space: "Crawlspace", value: 0.6, unit: "°C" },
  });
});

test("nothing that a person typed can do harm, whatever the kind, the transition and the names", () => {
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

describe("a text message", () => {
  const sms = (sensor: string) =>
    renderNotice(input(freeze(), { names: { sensor, device: null, space: null } })).sms;

  test("writes what GSM lacks otherwise", () => {
    expect(sms("Kühlraum Ołówek")).toContain("Kühlraum O");
    expect(gsmUnits(sms("Châlet — cave’s “pipe”"))).not.toBeNull();
    expect(sms("Châlet — cave’s “pipe”")).toContain(`Chalet - cave's "pipe"`);
  });
});
