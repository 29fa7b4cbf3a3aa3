import { beforeEach, describe, expect, test } from "vitest";
import { judgeDueHomes } from "../../../lib/alerts/judge-homes.actions.ts";
import type { ForecastHour } from "../../../lib/kernel/ports.ts";
import { HOUR_MS, MINUTE_MS } from "../../../lib/kernel/time.ts";
import { type Alerts, openAlerts } from "../../support/alerts.ts";

let world: Alerts;
let outdoorC: number | null;
/** The outdoor temperature of the past; null for the same as now. */
let pastC: number | null = null;
beforeEach(async () => {
  world = await openAlerts();
  outdoorC = null;
  pastC = null;
});

const forecast = async (): Promise<ForecastHour[] | null> => {
  if (outdoorC === null) return null;
  const hour = Math.floor(world.clock().getTime() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: 96 }, (_, index) => ({
    at: new Date(hour + (index - 48) * HOUR_MS),
    temperatureC: (index < 48 ? pastC : null) ?? outdoorC ?? 0,
  }));
};

/** A tick, recorded in the ledger of job runs. */
const tick = async () => {
  const now = world.clock();
  await world.database.sql`
    insert into job_runs (job, tick, started_at, lease_until)
    values ('collect-history', ${now}, ${now}, ${now}) on conflict do nothing`;
  return judgeDueHomes({ ...world.services, forecast });
};

/** Advances the clock in steps of 15 minutes, with a tick at each. */
const pass = async (hours: number, each?: (hour: number) => unknown) => {
  for (let step = 1; step <= hours * 4; step += 1) {
    world.clock.advance(15 * MINUTE_MS);
    await each?.(step / 4);
    await tick();
  }
};

const placed = () =>
  world.database.sql`update households set latitude = 45, longitude = -93 where id = ${world.home}`;

/** Places the home at the longitude where the local solar time is this hour. */
const placedWhereItIs = (hour: number) =>
  world.database.query("update households set latitude = 45, longitude = $2 where id = $1", [
    world.home,
    (((hour - world.clock().getUTCHours()) * 15 + 540) % 360) - 180,
  ]);

describe("an outage", () => {
  test("opens after 45 silent minutes, notifies once, and ends with a reading", async () => {
    await world.post({ temp1: 60 });
    await world.becomeRegular();
    await pass(0.5);
    expect(await world.alerts("outage")).toEqual([]);
    await pass(0.5);
    expect(await world.alerts("outage")).toMatchObject([{ title: "Cellar node", closed_at: null }]);
    expect(await world.send()).toHaveLength(1);
    await pass(2);
    expect(await world.send()).toEqual([]);
    world.clock.advance(MINUTE_MS);
    await world.post({ temp1: 60 });
    await tick();
    expect(await world.alerts("outage")).toMatchObject([{ close_reason: "recovered" }]);
  });

  test("is not claimed for the time in which our own ticks were silent", async () => {
    await world.post({ temp1: 60 });
    await tick();
    world.clock.advance(6 * HOUR_MS);
    await tick();
    expect(await world.alerts("outage")).toEqual([]);
  });
});

test("a forecast of a hard frost opens one alert in the evening, and closes when it is taken back", async () => {
  await placedWhereItIs(18);
  await world.post({ temp1: 65 });
  outdoorC = -8;
  pastC = 6;
  await tick();
  await tick();
  expect(await world.alerts("forecast")).toMatchObject([{ subject: "outdoor", closed_at: null }]);
  outdoorC = 6;
  world.clock.advance(HOUR_MS);
  await tick();
  expect(await world.alerts("forecast")).toMatchObject([{ close_reason: "recovered" }]);
});

test("time to freeze opens while a room cools towards a frosty outside, hours before it freezes", async () => {
  await placed();
  outdoorC = -10;
  const tauHours = 12;
  const celsius = (hour: number) => -10 + 24 * Math.exp(-hour / tauHours);
  await pass(5, (hour) => world.post([{ n: "room", u: "Cel", v: Number(celsius(hour).toFixed(1)) }]));
  const [alert] = await world.alerts("time_to_freeze");
  expect(alert).toMatchObject({ closed_at: null });
  const [finding] = await world.database.sql<{ finding: { evidence: { value: number } } }>`
    select finding from findings join alerts on alerts.id = alert_id where kind = 'time_to_freeze'
    order by findings.id`;
  expect(finding?.finding.evidence.value).toBeGreaterThan(1);
});

test("a mail about a thermometer shows its last day", async () => {
  await world.post({ temp1: 62 });
  world.clock.advance(HOUR_MS / 6);
  for (const fahrenheit of [60, 56, 52, 48, 44, 36, 35]) {
    await world.post({ temp1: fahrenheit });
    world.clock.advance(HOUR_MS);
  }
  const mails = (await world.send()).filter(({ channel }) => channel === "email");
  expect(JSON.stringify(mails)).toContain("The last 24 hours: between 35 °F and 62 °F");
});

test("a tick over what a push began sends the reminder that is due, and judges nothing twice", async () => {
  await world.post({ temp1: 37 });
  expect(await world.send()).toHaveLength(1);
  world.clock.advance(24 * HOUR_MS + MINUTE_MS);
  await world.post({ temp1: 37 });
  await tick();
  await tick();
  expect(await world.send()).toHaveLength(1);
  expect(await world.alerts("freeze")).toHaveLength(1);
});

describe("a probe whose only word is that it is unplugged", () => {
  const lone = () => world.post({ temp1: -127 });

  test("is refused, remembered and notified, until it measures again", async () => {
    await world.post({ temp1: 60 });
    expect((await lone()).status).toBe(400);
    const [sensor] = await world.database.sql`select faulty_at from sensors`;
    expect(sensor?.faulty_at).not.toBeNull();
    world.clock.advance(20 * MINUTE_MS);
    await lone();
    await tick();
    expect(await world.alerts("sensor_fault")).toMatchObject([{ severity: "critical", closed_at: null }]);
    const [message] = await world.send();
    expect(message?.content.text).toContain("unplugged");
    for (let quarter = 0; quarter < 6; quarter += 1) {
      world.clock.advance(15 * MINUTE_MS);
      await world.post({ temp1: 60 });
      await tick();
    }
    expect(await world.alerts("sensor_fault")).toMatchObject([{ close_reason: "recovered" }]);
  });
});

test("treats a freezer as one from its first tick on, so that its thaw is notified and no frost", async () => {
  await world.post({ freezer_temp: 0 });
  await tick();
  expect(await world.database.sql`select placement_guess->>'placement' as placement from sensors`).toEqual([
    { placement: "freezer" },
  ]);
  for (let quarter = 0; quarter < 6; quarter += 1) {
    world.clock.advance(15 * MINUTE_MS);
    await world.post({ freezer_temp: 30 });
    await tick();
  }
  expect(await world.alerts()).toMatchObject([{ kind: "cold_storage", closed_at: null }]);
});
