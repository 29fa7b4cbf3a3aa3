import { describe, expect, test } from "vitest";
import { standingOf } from "../../../lib/sharing/home-page/standing.ts";
import {
  ago,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  NOW,
  pageAlert,
  pageDevice,
  pageHome,
  pageSensor,
} from "./page-home.ts";

describe("the first sentence of a home's page", () => {
  test("names the worst alert and counts the others, even while a device is offline", () => {
    const alerts = [pageAlert({ id: "alr_worst" }), pageAlert({ id: "alr_2" }), pageAlert({ id: "alr_3" })];
    const devices = [pageDevice({ lastSeenAt: ago(DAY_MS) })];
    const worst = { is: "alert", alert: alerts[0], more: 2 };
    expect(standingOf(pageHome({ alerts, devices }), NOW)).toEqual(worst);
  });

  test("says that there is nothing yet, or nothing shown", () => {
    expect(standingOf(pageHome({ devices: [] }), NOW)).toEqual({ is: "empty" });
    const off = pageDevice({ enabled: false });
    const hidden = pageDevice({ sensors: [pageSensor({ visible: false })] });
    expect(standingOf(pageHome({ devices: [off, hidden] }), NOW)).toEqual({ is: "waiting" });
  });

  test("waits for a device that has never sent anything", () => {
    const fresh = pageDevice({ lastSeenAt: null, sensors: [pageSensor({ recordedAt: null, value: null })] });
    expect(standingOf(pageHome({ devices: [fresh] }), NOW)).toEqual({ is: "waiting" });
  });

  test("says that all is well, and the time of the last reading", () => {
    const devices = [
      pageDevice({ lastSeenAt: ago(4 * MINUTE_MS) }),
      pageDevice({ id: "dev_2", lastSeenAt: ago(MINUTE_MS) }),
      pageDevice({ id: "dev_3", lastSeenAt: null, sensors: [pageSensor({ recordedAt: null })] }),
    ];
    expect(standingOf(pageHome({ devices }), NOW)).toEqual({ is: "well", heardAt: ago(MINUTE_MS) });
  });

  test("names a late device and counts the others while nothing else is wrong", () => {
    const late = pageDevice({ id: "dev_late", lastSeenAt: ago(40 * MINUTE_MS) });
    const later = pageDevice({ id: "dev_later", lastSeenAt: ago(44 * MINUTE_MS) });
    const waits = { is: "late", device: later, since: ago(44 * MINUTE_MS), more: 1 };
    expect(standingOf(pageHome({ devices: [late, pageDevice(), later] }), NOW)).toEqual(waits);
    const silent = pageDevice({ id: "dev_silent", lastSeenAt: ago(46 * MINUTE_MS) });
    expect(standingOf(pageHome({ devices: [late, silent] }), NOW)).toMatchObject({
      is: "unknown",
      device: silent,
    });
    const quick = (silentMs: number) =>
      standingOf(
        pageHome({ devices: [pageDevice({ usualIntervalMs: MINUTE_MS, lastSeenAt: ago(silentMs) })] }),
        NOW,
      ).is;
    const hourly = pageDevice({ usualIntervalMs: HOUR_MS, lastSeenAt: ago(50 * MINUTE_MS) });
    expect(standingOf(pageHome({ devices: [hourly] }), NOW)).toMatchObject({ is: "well" });
    expect([quick(10 * MINUTE_MS), quick(10 * MINUTE_MS + 1)]).toEqual(["well", "late"]);
  });

  test("names the longest silence of what is monitored: a device's, a sensor's, an unplugged probe's", () => {
    const silent = pageDevice({ id: "dev_silent", lastSeenAt: ago(2 * HOUR_MS) });
    const unknown = { is: "unknown", reason: "silent" };
    expect(standingOf(pageHome({ devices: [pageDevice(), silent] }), NOW)).toEqual({
      ...{ ...unknown, device: silent, sensor: null, since: ago(2 * HOUR_MS), more: 0 },
    });
    const stuck = pageSensor({ id: "sen_stuck", recordedAt: ago(2 * DAY_MS) });
    const partly = pageDevice({ sensors: [pageSensor(), stuck] });
    expect(standingOf(pageHome({ devices: [silent, partly] }), NOW)).toEqual({
      ...{ ...unknown, device: partly, sensor: stuck, since: ago(2 * DAY_MS), more: 1 },
    });
    const faulty = pageSensor({ id: "sen_faulty", faultyAt: ago(3 * DAY_MS) });
    const unplugged = pageDevice({ sensors: [faulty] });
    expect(standingOf(pageHome({ devices: [partly, unplugged] }), NOW)).toEqual({
      ...{ ...unknown, reason: "faulty", device: unplugged, sensor: faulty, since: ago(3 * DAY_MS), more: 1 },
    });
  });

  test("names what is furthest past its limit before an alert is due, and never says that all is well", () => {
    const cold = pageSensor({ id: "sen_cold", value: 39.4, unit: "°F" });
    const colder = pageSensor({ id: "sen_colder", value: 38, unit: "°F" });
    const damp = pageSensor({ id: "sen_damp", kind: "humidity", value: 70, unit: "%" });
    const devices = [pageDevice({ sensors: [damp, cold, colder] })];
    const limit = { value: 40, side: "below" };
    const worst = { is: "past_limit", device: devices[0], sensor: colder, limit, more: 2 };
    expect(standingOf(pageHome({ devices }), NOW)).toEqual(worst);
    // 2 K below the limit is more than 3 °F below it.
    const celsius = pageSensor({ id: "sen_celsius", value: 2.4, unit: "°C" });
    const mixed = [pageDevice({ sensors: [{ ...cold, value: 37 }, celsius] })];
    expect(standingOf(pageHome({ devices: mixed }), NOW)).toMatchObject({ sensor: celsius, more: 1 });
  });

  test("minds no old state, no hidden sensor and no device that is switched off", () => {
    const door = pageSensor({ id: "sen_door", kind: "door", isState: true, recordedAt: ago(9 * DAY_MS) });
    const hidden = pageSensor({
      id: "sen_hidden",
      visible: false,
      recordedAt: ago(9 * DAY_MS),
      faultyAt: NOW,
    });
    const off = pageDevice({ id: "dev_off", enabled: false, lastSeenAt: ago(9 * DAY_MS) });
    const home = pageHome({ devices: [pageDevice({ sensors: [door, hidden] }), off] });
    expect(standingOf(home, NOW)).toEqual({ is: "well", heardAt: NOW });
  });
});
