import { describe, expect, test } from "vitest";
import { roomsOf, sensorLimit, stateSince } from "../../../lib/sharing/home-page/cards.ts";
import { deviceNotes } from "../../../lib/sharing/home-page/standing.ts";
import type { ChartPoint } from "../../../lib/sharing/home-page/workbench.ts";
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

const NONE = { changedAt: null, lastOnDay: null, hourBefore: null };
const at = (minutes: number, value: number) => ({ at: ago(minutes * MINUTE_MS).getTime(), value });

describe("the rooms of a home's page", () => {
  test("come in the order of their first device, with a card for each visible sensor of a device that is on", () => {
    const sensors = [pageSensor(), pageSensor({ id: "sen_2", visible: false }), pageSensor({ id: "sen_3" })];
    const devices = [
      pageDevice({ space: "Hall", sensors }),
      pageDevice({ id: "dev_2", space: "", name: "Attic node", sensors: [pageSensor({ id: "sen_4" })] }),
      pageDevice({ id: "dev_3", space: "Hall", sensors: [pageSensor({ id: "sen_5" })] }),
      pageDevice({ id: "dev_4", space: "Shed", enabled: false }),
    ];
    const rooms = roomsOf(pageHome({ devices }), new Map(), NOW);
    expect(rooms.map(({ space, cards }) => [space, cards.map(({ sensor }) => sensor.id)])).toEqual([
      ["Hall", ["sen_1", "sen_3", "sen_5"]],
      ["Attic node", ["sen_4"]],
    ]);
  });

  const cardOf = (home = pageHome(), drawn = new Map()) => roomsOf(home, drawn, NOW)[0]?.cards[0];

  test("show a measure's last day, what it was an hour before, and its limit", () => {
    const series = [at(60, 50), at(30, 51), at(0, 52)];
    const hourBefore = { value: 50, at: ago(HOUR_MS).getTime() };
    const card = cardOf(pageHome(), new Map([["sen_1", { series, moments: { ...NONE, hourBefore } }]]));
    expect(card).toMatchObject({ series, status: "ok", alert: null, hoursToFreeze: null, since: null });
    expect(card?.hourBefore).toEqual(hourBefore);
    expect(card?.limit).toEqual({ value: 40, side: "below" });
  });

  test("draw a measure's day up to the value that stands beside it", () => {
    const sensors = [pageSensor({ value: 34.6, recordedAt: ago(MINUTE_MS) })];
    const home = pageHome({ devices: [pageDevice({ sensors, lastSeenAt: ago(MINUTE_MS) })] });
    const moments = { changedAt: null, lastOnDay: null, hourBefore: null };
    const card = cardOf(home, new Map([["sen_1", { series: [at(30, 52), at(15, 44)], moments }]]));
    expect(card?.series.map(({ value }) => value)).toEqual([52, 44, 34.6]);
  });

  test("show since when a state is as it is, and no change of a measure", () => {
    const door = pageSensor({ kind: "door", unit: null, isState: true, value: 1 });
    const home = pageHome({ devices: [pageDevice({ sensors: [door], lastSeenAt: ago(0) })] });
    const changedAt = ago(3 * MINUTE_MS).getTime();
    const card = cardOf(home, new Map([["sen_1", { series: [at(30, 1)], moments: { ...NONE, changedAt } }]]));
    expect(card).toMatchObject({ hourBefore: null, limit: null, status: "ok" });
    expect(card?.since).toEqual({ at: ago(3 * MINUTE_MS), isAtLeast: false });
  });

  test("claim neither a change nor how long for a device that is offline", () => {
    const sensors = [pageSensor(), pageSensor({ id: "sen_2", kind: "door", isState: true, value: 1 })];
    const home = pageHome({ devices: [pageDevice({ sensors, lastSeenAt: ago(DAY_MS) })] });
    const hourBefore = { value: 50, at: ago(HOUR_MS).getTime() };
    const changedAt = ago(MINUTE_MS).getTime();
    const drawn = new Map([
      ["sen_1", { series: [], moments: { ...NONE, hourBefore } }],
      ["sen_2", { series: [], moments: { ...NONE, changedAt } }],
    ]);
    const cards = roomsOf(home, drawn, NOW)[0]?.cards;
    expect(cards?.map(({ hourBefore, since }) => [hourBefore, since])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test("show a sensor's own alert before the one that foresees a freeze, and the hours left of that", () => {
    const evidence = { value: 4.5, unit: "h", sensorId: "sen_1", deviceId: "dev_1", at: NOW.getTime() };
    const cooling = pageAlert({ id: "alr_cooling", kind: "time_to_freeze", evidence });
    const other = pageAlert({ id: "alr_other", sensorId: "sen_9" });
    const freeze = pageAlert({ id: "alr_freeze" });
    expect(cardOf(pageHome({ alerts: [other, cooling] }))).toMatchObject({
      alert: cooling,
      hoursToFreeze: 4.5,
    });
    expect(cardOf(pageHome({ alerts: [cooling, freeze] }))).toMatchObject({
      alert: freeze,
      hoursToFreeze: 4.5,
    });
    const milder = pageAlert({ id: "alr_milder", kind: "rule" });
    const later = { ...cooling, id: "alr_later", evidence: { ...evidence, value: 9 } };
    expect(cardOf(pageHome({ alerts: [freeze, milder, cooling, later] }))).toMatchObject({
      ...{ alert: freeze, hoursToFreeze: 4.5 },
    });
    expect(cardOf(pageHome({ alerts: [other] }))).toMatchObject({ alert: null, hoursToFreeze: null });
    expect(cardOf(pageHome({ alerts: [{ ...cooling, evidence: null }] }))?.hoursToFreeze).toBeNull();
  });
});

describe("the limit on a card", () => {
  const limitOf = (sensor: Parameters<typeof pageSensor>[0], over: Parameters<typeof pageHome>[0] = {}) => {
    const own = pageSensor(sensor);
    return sensorLimit({ sensor: own, device: pageDevice({ sensors: [own] }) }, pageHome(over));
  };

  test("is that of its kind, in the sensor's unit, on the side where it gets dangerous", () => {
    expect(limitOf({})).toEqual({ value: 40, side: "below" });
    const celsius = limitOf({ unit: "°C" });
    expect(celsius?.value).toBeCloseTo(4.444, 2);
    expect(limitOf({ kind: "humidity", unit: "%" })).toEqual({ value: 60, side: "above" });
  });

  test("is the sensor's before the placement's before the home's", () => {
    const home = { alertSettings: { freeze: { warning: { value: 45, unit: "°F" } } } };
    expect(limitOf({}, home)?.value).toBe(45);
    expect(limitOf({ placement: "fridge" }, home)?.value).toBe(28);
    const own = { freeze: { warning: { value: 30, unit: "°F" } } };
    expect(limitOf({ placement: "fridge", alertSettings: own }, home)?.value).toBe(30);
  });

  test("is none where it is switched off, where there is no such kind, and for a state", () => {
    expect(limitOf({ placement: "outdoor" })).toBeNull();
    expect(limitOf({ kind: "humidity", unit: "%", placement: "pipe" })).toBeNull();
    expect(limitOf({}, { alertSettings: { freeze: { enabled: false } } })).toBeNull();
    expect(limitOf({ kind: "pressure", unit: "hPa" })).toBeNull();
    expect(limitOf({ kind: "level", unit: "%" })).toBeNull();
    expect(limitOf({ alertSettings: { freeze: { warning: null } } })).toBeNull();
    expect(limitOf({ unit: null })).toBeNull();
    expect(limitOf({ isState: true })).toBeNull();
    expect(limitOf({ unit: "lx" })).toBeNull();
  });
});

describe("what is worth knowing of a device", () => {
  const noteOf = (over: Parameters<typeof pageDevice>[0]) =>
    deviceNotes({ devices: [pageDevice(over)] }, NOW)[0];
  /** A battery that has fallen by `perDay` percent a day to `batteryPct` now. */
  const falling = (batteryPct: number, perDay: number) => ({
    ...{ batteryPct, lastSeenAt: NOW, chargedPct: batteryPct + 15 * perDay },
    chargedAt: new Date(NOW.getTime() - 15 * DAY_MS),
  });

  test("is an empty battery: at most 20 %, or at its rate within 30 days", () => {
    expect(noteOf({ batteryPct: 20 })).toMatchObject({ hasLowBattery: true, batteryDaysLeft: null });
    expect(noteOf({ batteryPct: 21 })).toMatchObject({ hasLowBattery: false, batteryPct: 21 });
    expect(noteOf({ batteryPct: null })).toMatchObject({ hasLowBattery: false });
    expect(noteOf(falling(60, 2))).toMatchObject({ hasLowBattery: true, batteryDaysLeft: 30 });
    expect(noteOf(falling(62, 2))).toMatchObject({ hasLowBattery: false, batteryDaysLeft: 31 });
  });

  test("is a weak signal, and silence", () => {
    expect(noteOf({ rssi: -80 })?.hasWeakSignal).toBe(false);
    expect(noteOf({ rssi: -81 })?.hasWeakSignal).toBe(true);
    expect(noteOf({ rssi: null })?.hasWeakSignal).toBe(false);
    expect(noteOf({ lastSeenAt: ago(HOUR_MS) })?.status).toBe("offline");
  });
});

const sump = pageSensor({ key: "flood1", label: "Sump", kind: "flood", unit: null, isState: true, value: 0 });
const day = (...series: ChartPoint[]) => ({ series, moments: NONE });
const point = (ms: number, value: number) => ({ at: ago(ms).getTime(), value, low: value, high: value });

describe("the beginning of a state", () => {
  test("is since the reading that changed it, to the millisecond, where that was within the last day", () => {
    const changedAt = NOW.getTime() - 61_001;
    expect(
      stateSince(sump, { series: [point(3 * HOUR_MS, 1)], moments: { ...NONE, changedAt } }, NOW),
    ).toEqual({ at: new Date(changedAt), isAtLeast: false });
  });

  test("is since the end of the last day on which it was on", () => {
    const lastOnDay = Date.parse("2026-11-07T00:00:00Z") / DAY_MS;
    const { series } = day(point(HOUR_MS, 0));
    expect(stateSince(sump, { series, moments: { ...NONE, lastOnDay } }, NOW)?.at).toEqual(
      new Date("2026-11-08T00:00:00Z"),
    );
  });

  test("of a state that is on from the first reading is since that reading, not since its quarter hour began", () => {
    const heard = ago(60_000);
    const open = { ...sump, value: 1, createdAt: heard };
    expect(stateSince(open, day(point(10 * 60_000, 1)), NOW)).toEqual({ at: heard, isAtLeast: true });
  });

  test("is at most thirty days ago, and not before the first reading", () => {
    expect(stateSince(sump, day(), NOW)).toEqual({ at: ago(30 * DAY_MS), isAtLeast: true });
    const young = { ...sump, createdAt: ago(2 * DAY_MS) };
    expect(stateSince(young, day(), NOW)).toEqual({ at: ago(2 * DAY_MS), isAtLeast: true });
  });

  test("is certain where it was on some day", () => {
    const moments = { ...NONE, lastOnDay: Date.parse("2026-11-07T00:00:00Z") / DAY_MS };
    expect(stateSince(sump, { series: [], moments }, NOW)?.isAtLeast).toBe(false);
  });

  test("is unknown of a measure and before the first reading", () => {
    expect(stateSince({ ...sump, isState: false }, day(), NOW)).toBeNull();
    expect(stateSince({ ...sump, value: null }, day(), NOW)).toBeNull();
  });
});
