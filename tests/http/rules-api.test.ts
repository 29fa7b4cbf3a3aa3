import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../lib/kernel/secret.ts";
import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { answerOf, openApi } from "../support/api.ts";
import { addAlert, addApiKey, addDevice, addHome } from "../support/fixtures.ts";
import { sensorOf } from "../support/readings.ts";
import { cryptoRandom } from "../support/services.ts";

type Rule = Record<string, unknown> & { id: string };
type Answer = { rule: Rule; error?: string };

let home: string;
let key: string;
let sensors: { temperature: string };

const api = await openApi();
beforeEach(async () => {
  api.clock.set("2026-11-20T10:00:00Z");
  home = await addHome(api.database);
  key = await addApiKey(api.database, home);
  sensors = await addSensors(home);
});

/** Inserts sensors directly, as a first reading would create them. */
async function addSensors(householdId: string) {
  const device = await addDevice(api.database, householdId);
  const id = newId(ID_PREFIXES.sensor, cryptoRandom);
  await api.database.sql`
    insert into sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
    values (${id}, ${device.id}, 1, 'temperature', 'temperature', 'temperature', '°F', false, now())`;
  return { temperature: id };
}

const call = (method: string, path: string, body?: unknown, as = key) =>
  answerOf<Answer>(api.call(method, path, { key: as, ...(body === undefined ? {} : { body }) }));

const make = async (fields: Record<string, unknown> = {}): Promise<Rule> => {
  const body = { sensor_id: sensors.temperature, name: "Too warm", is: "above", value: 80, ...fields };
  const made = await call("POST", "rules", body);
  expect(made).toMatchObject({ status: 201 });
  return made.body.rule;
};

const entries = async () =>
  (
    await api.database.sql<{ action: string }>`
      select action from activity where household_id = ${home} order by id`
  ).map(({ action }) => action);

describe("a rule", () => {
  test("is made with what was left out as the house has it", async () => {
    const rule = await make();
    expect(rule).toEqual({
      id: expect.stringMatching(/^rul_/),
      sensor_id: sensors.temperature,
      name: "Too warm",
      is: "above",
      value: 80,
      unit: "°F",
      for_minutes: 0,
      hysteresis: 0,
      cooldown_minutes: 60,
      severity: "warning",
      enabled: true,
      created_at: "2026-11-20T10:00:00.000Z",
      updated_at: "2026-11-20T10:00:00.000Z",
    });
    expect((await call("GET", `rules/${rule.id}`)).body).toEqual({ rule });
    expect((await call("GET", "rules")).body).toEqual({ rules: [rule], next_cursor: null });
    expect(await entries()).toEqual(["rule_created"]);
  });

  test("changed by two at once has both changes", async () => {
    const rule = await make();
    const answers = await Promise.all([
      call("PATCH", `rules/${rule.id}`, { value: 70 }),
      call("PATCH", `rules/${rule.id}`, { name: "Warm" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await call("GET", `rules/${rule.id}`)).body.rule).toMatchObject({ value: 70, name: "Warm" });
  });

  test("takes what a change names, and keeps the rest as it was", async () => {
    const rule = await make({ for_minutes: 10, cooldown_minutes: 30, hysteresis: 1, severity: "critical" });
    const changed = async (wish: Record<string, unknown>) =>
      (await call("PATCH", `rules/${rule.id}`, wish)).body.rule;
    const beer = { ...rule, name: "Beer", updated_at: expect.any(String) };
    expect(await changed({ name: "Beer" })).toEqual(beer);
    const wish = {
      ...{ name: "Wine", is: "equals", value: 4, unit: "degC", for_minutes: 3, hysteresis: 2 },
      ...{ cooldown_minutes: 5, severity: "warning", enabled: false },
    };
    expect(await changed(wish)).toEqual({ ...beer, ...wish, unit: "°C" });
    await api.database.sql`update sensors set unit = '%' where id = ${sensors.temperature}`;
    expect(await changed({ name: "Beer" })).toEqual({ ...beer, ...wish, unit: "°C", name: "Beer" });
  });

  test.each([
    ["°C", null, "°C"],
    ["bananas", "bananas", "bananas"],
    ["bananas", "apples", '"unit" must be one of what the sensor measures, which is in bananas'],
    [null, "°C", '"unit" must be left out: the sensor has none'],
  ])(
    "of a sensor in %s that is wished in %s has the unit, or the refusal: %s",
    async (measured, unit, is) => {
      await api.database.sql`update sensors set unit = ${measured} where id = ${sensors.temperature}`;
      const body = { sensor_id: sensors.temperature, name: "Wine", is: "above", value: 5, unit };
      const answer = (await call("POST", "rules", body)).body;
      expect(answer.error ?? answer.rule.unit).toBe(is);
    },
  );

  test("is one of 50 at most, however many are made at once", async () => {
    const body = { sensor_id: sensors.temperature, name: "Many", is: "above", value: 1 };
    const answers = await Promise.all(Array.from({ length: 53 }, () => call("POST", "rules", body)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect([statuses.filter((status) => status === 201).length, statuses.slice(-3)]).toEqual([
      50,
      [409, 409, 409],
    ]);
    const page = (
      await answerOf<{ rules: Rule[]; next_cursor: string }>(api.call("GET", "rules?limit=30", { key }))
    ).body;
    const rest = (
      await answerOf<{ rules: Rule[] }>(api.call("GET", `rules?cursor=${page.next_cursor}`, { key }))
    ).body;
    expect(new Set([...page.rules, ...rest.rules].map(({ id }) => id)).size).toBe(50);
  });
});

describe("a rule with an open alert", () => {
  const alertOf = async (ruleId: string) => {
    const [row] = await api.database.sql<Record<string, unknown>>`
      select alerts.closed_at, close_reason, title, ( select json_agg(finding order by sequence)
      from findings where alert_id = alerts.id) as findings from alerts where household_id = ${home}
      and subject = ${ruleId}`;
    return row;
  };
  const open = async () => {
    const rule = await make();
    const openedAt = new Date("2026-11-20T09:00:00Z");
    const titled = { title: "Attic", sensorId: sensors.temperature };
    await addAlert(api.database, home, { kind: "rule", subject: rule.id, openedAt, ...titled });
    return rule;
  };

  test.each([
    ["DELETE", undefined, "removed", "rule_deleted", { status: 404 }],
    ["PATCH", { enabled: false }, "disabled", "rule_changed", { body: { rule: { enabled: false } } }],
  ])("ends it by %s, and tells so", async (method, body, reason, action, left) => {
    const rule = await open();
    expect((await call(method, `rules/${rule.id}`, body)).status).toBe(200);
    expect(await alertOf(rule.id)).toMatchObject({
      closed_at: new Date("2026-11-20T10:00:00Z"),
      close_reason: reason,
      title: "Attic",
      findings: [{ transition: "opened" }, { transition: "closed", suppressedBy: null }],
    });
    expect(await call("GET", `rules/${rule.id}`)).toMatchObject(left);
    expect(await entries()).toEqual(["rule_created", action]);
  });
});

test("a rule made here is judged by the next post, taken on, and ended by switching it off", async () => {
  const attic = await addDevice(api.database, home, { space: "Attic" });
  await api.post(attic, { temp1: 70 });
  const sensor = await sensorOf(api.database, attic.id);
  const rule = await make({ sensor_id: sensor, name: "Hot attic", value: 90 });
  api.clock.advance(60_000);
  await Promise.all(Array.from({ length: 5 }, (_, index) => api.post(attic, { temp1: 95 + index })));
  type Shown = { id: string; kind: string; state: string; title: string; close_reason: string | null };
  const alerts = async () =>
    (await answerOf<{ alerts: Shown[] }>(api.call("GET", "alerts", { key }))).body.alerts;
  const [opened, ...more] = await alerts();
  expect([opened, more]).toMatchObject([{ kind: "rule", state: "open", title: "temp1 (Attic)" }, []]);
  await call("POST", `alerts/${opened?.id}/ack`);
  await call("PATCH", `rules/${rule.id}`, { enabled: false });
  expect(await alerts()).toMatchObject([{ id: opened?.id, state: "closed", close_reason: "disabled" }]);
  api.clock.advance(60_000);
  await api.post(attic, { temp1: 99 });
  expect(await alerts()).toHaveLength(1);
});

describe("alert settings", () => {
  type Settings = { overrides: Record<string, unknown>; effective: Record<string, Record<string, unknown>> };
  const settings = (method: string, path: string, body?: unknown) =>
    answerOf<Settings & { error?: string }>(
      api.call(method, path, { key, ...(body === undefined ? {} : { body }) }),
    );

  test("of a new home are the contract's defaults", async () => {
    const { body } = await settings("GET", "alert-settings");
    expect(body.overrides).toEqual({});
    expect(body.effective).toMatchObject({
      freeze: { warning: { value: 40, unit: "°F" }, critical: { value: 35, unit: "°F" }, remind_minutes: 60 },
      humidity: { high: 60, low: null, for_minutes: 30, hysteresis: 3, remind_minutes: 1440 },
      leak: { enabled: true, dry_minutes: 5, remind_minutes: 10 },
      outage: { intervals: 3, grace_minutes_min: 45, grace_minutes: null, second_notice_hours: 24 },
      forecast: { outdoor_low: { value: 28, unit: "°F" }, window_hours: 24 },
      time_to_freeze: { opens_hours: 12, closes_hours: 14, crossings_hours: [3] },
    });
  });

  test("put are what was put, in either scale, and replace what was there", async () => {
    const wish = {
      freeze: { warning: { value: 5, unit: "C" }, critical: { value: 2, unit: "°C" }, remind_minutes: null },
      humidity: { high: 70, low: 30, enabled: true },
    };
    const put = await settings("PUT", "alert-settings", wish);
    expect(put.status).toBe(200);
    expect(put.body.overrides).toEqual({
      freeze: { ...wish.freeze, warning: { value: 5, unit: "°C" } },
      humidity: wish.humidity,
    });
    expect(put.body.effective.freeze).toMatchObject({
      warning: { value: 5, unit: "°C" },
      closing_readings: 2,
    });
    expect((await settings("GET", "alert-settings")).body).toEqual(put.body);
    const [row] = await api.database.sql`select alert_settings from households where id = ${home}`;
    expect(row?.alert_settings).toEqual({
      freeze: { warning: { value: 5, unit: "°C" }, critical: { value: 2, unit: "°C" }, remindMs: null },
      humidity: { high: { value: 70, unit: "%" }, low: { value: 30, unit: "%" }, enabled: true },
    });
    expect((await settings("PUT", "alert-settings", {})).body.overrides).toEqual({});
    expect(await entries()).toEqual(["alert_settings_changed", "alert_settings_changed"]);
  });

  test("of a sensor lie over its home's, which they may not contradict", async () => {
    const limit = (name: string, value: number) => ({ freeze: { [name]: { value, unit: "°F" } } });
    await settings("PUT", "alert-settings", limit("warning", 45));
    const own = (value: number) =>
      settings("PUT", `sensors/${sensors.temperature}/alert-settings`, limit("critical", value));
    expect(await own(44)).toMatchObject({
      status: 200,
      body: { overrides: limit("critical", 44), effective: limit("warning", 45) },
    });
    expect((await own(46)).status).toBe(400);
  });

  test("of a place that has always been cold are the limits that its week has taught", async () => {
    const floor = { celsius: Array.from({ length: 24 }, () => 3), days: 7 };
    const of = [JSON.stringify(floor), sensors.temperature];
    await api.database.query("update sensors set week_floor = $1::text::jsonb where id = $2", of);
    await api.database.sql`update devices set name = 'Node', space = '' where household_id = ${home}`;
    const { body } = await settings("GET", `sensors/${sensors.temperature}/alert-settings`);
    expect(body.effective.freeze?.critical).toMatchObject({ value: 35 });
    expect(body.effective.freeze?.warning).toMatchObject({ value: expect.closeTo(34.7) });
    expect(body.effective.time_to_freeze).toMatchObject({ enabled: false });
  });
});

describe("a simulation", () => {
  const START = Date.parse("2026-11-19T00:00:00Z");
  type Simulated = {
    firings: Record<string, unknown>[];
    readings: number;
    truncated: boolean;
    error?: string;
  };
  const simulate = (body: Record<string, unknown>) =>
    answerOf<Simulated>(
      api.call("POST", "rules/simulate", { key, body: { sensor_id: sensors.temperature, ...body } }),
    );

  /** Posts a value every ten minutes, as a device would. */
  beforeEach(async () => {
    const cellar = await addDevice(api.database, home);
    for (const [index, value] of [50, 45, 41, 39, 36, 34, 33, 36, 39, 41, 43, 44, 50, 39, 38].entries()) {
      api.clock.set(new Date(START + index * 600_000));
      expect((await api.post(cellar, { temp1: value })).status).toBe(200);
    }
    api.clock.set("2026-11-20T10:00:00Z");
    const sensor = await sensorOf(api.database, cellar.id);
    sensors = { ...sensors, temperature: sensor };
  });

  test("of a rule has the firings that it would have had", async () => {
    const rule = { name: "Cold", is: "below", value: 40, unit: "°F", hysteresis: 2 };
    const { status, body } = await simulate({ rule });
    expect([status, body.readings, body.truncated]).toEqual([200, 15, false]);
    expect(body.firings).toEqual([
      {
        opened_at: "2026-11-19T00:30:00.000Z",
        closed_at: "2026-11-19T01:40:00.000Z",
        reason: "recovered",
        severity: "warning",
        notices: 3,
        opening: expect.objectContaining({ value: 39, unit: "°F", at: "2026-11-19T00:30:00.000Z" }),
        peak: expect.objectContaining({ value: 33, at: "2026-11-19T01:00:00.000Z" }),
      },
      expect.objectContaining({
        ...{ opened_at: "2026-11-19T02:10:00.000Z", closed_at: null, reason: null, severity: "warning" },
        peak: expect.objectContaining({ value: 38, at: "2026-11-19T02:20:00.000Z" }),
      }),
    ]);
    expect(await entries()).toEqual([]);
  });

  test("of a kind lays what is tried over what the sensor has", async () => {
    const openings = async (body: Record<string, unknown>) =>
      (await simulate(body)).body.firings.map(({ opening }) => (opening as { value: number }).value);
    expect(await openings({ freeze: {} })).toEqual([36, 39]);
    expect((await simulate({ freeze: {} })).body.firings).toMatchObject([
      { severity: "critical", notices: 3, reason: "recovered" },
      { severity: "warning", notices: 1, closed_at: null },
    ]);
    expect(await openings({ freeze: { warning: { value: 45, unit: "°F" } } })).toEqual([41]);
    expect((await simulate({ humidity: { for_minutes: 5 } })).status).toBe(400);
  });
});
