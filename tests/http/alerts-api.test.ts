import { beforeEach, describe, expect, test } from "vitest";
import { v1App } from "../../functions/v1/app.ts";
import { LIMITS } from "../../schema/limits.ts";
import { openAccount } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { addAlert, addApiKey, addHome } from "../support/fixtures.ts";

type Alert = Record<string, unknown> & { id: string };
type List = { alerts: Alert[]; next_cursor: string | null };

let home: string;
let key: string;
let readKey: string;

const account = await openAccount();
beforeEach(async () => {
  home = await addHome(account.database);
  key = await addApiKey(account.database, home);
  readKey = await addApiKey(account.database, home, { scope: "read" });
});

const call = (method: string, path: string, as = key, body?: unknown) =>
  v1App(account.services).request(`/api/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${as}`, "CF-Connecting-IP": "203.0.113.7" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const list = async (query = "") => (await answerOf<List>(call("GET", `alerts${query}`))).body;
const ids = async (query = "") => (await list(query)).alerts.map(({ id }) => id);
const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const add = (openedAt: Date, options: Parameters<typeof addAlert>[2] = {}) =>
  addAlert(account.database, home, { openedAt, ...options });

describe("the list of alerts", () => {
  test("is empty, then the newest first, as the contract has them", async () => {
    expect(await list()).toEqual({ alerts: [], next_cursor: null });
    const older = await add(at("08:00:00.5"), {
      closedAt: at("08:10:00"),
      sensorId: "sen_1",
      deviceId: "dev_1",
    });
    const newer = await add(at("09:00:00"), { kind: "leak", severity: "critical", title: "Sump" });
    const shown = { device_id: null, sensor_id: null, closed_at: null, close_reason: null };
    const untaken = { acknowledged_at: null, acknowledged_by: null, incident_id: null };
    expect((await list()).alerts).toEqual([
      {
        ...shown,
        ...untaken,
        id: newer.id,
        kind: "leak",
        severity: "critical",
        state: "open",
        title: "Sump",
        opened_at: "2026-11-20T09:00:00.000Z",
        duration_seconds: 3_600,
      },
      {
        ...untaken,
        id: older.id,
        kind: "freeze",
        severity: "warning",
        state: "closed",
        title: "Crawl space (Cellar)",
        device_id: "dev_1",
        sensor_id: "sen_1",
        close_reason: "recovered",
        duration_seconds: 599,
        opened_at: "2026-11-20T08:00:00.500Z",
        closed_at: "2026-11-20T08:10:00.000Z",
      },
    ]);
  });

  test("is cut by state, kind and time", async () => {
    const a = await add(at("07:00:00"), { closedAt: at("07:30:00") });
    const b = await add(at("08:00:00"), { kind: "leak" });
    const c = await add(at("09:00:00"), { kind: "outage" });
    expect(await ids("?state=open")).toEqual([c.id, b.id]);
    expect(await ids("?state=closed")).toEqual([a.id]);
    expect(await ids("?state=all&kind=leak")).toEqual([b.id]);
    expect(await ids("?from=2026-11-20T08:00:00Z")).toEqual([c.id, b.id]);
    expect(await ids("?to=2026-11-20T09:00:00%2B01:00")).toEqual([a.id]);
  });

  test("comes page by page, and new alerts don't shift it", async () => {
    const made: string[] = [];
    // Three at the same moment, which the id tells apart.
    for (const time of ["06:00:00", "07:00:00", "07:00:00", "07:00:00", "08:00:00"])
      made.push((await add(at(time))).id);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: List = await list(`?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.alerts.map(({ id }) => id));
      cursor = page.next_cursor;
      await add(at("09:00:00"));
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(new Set(made));
    expect([seen[0], seen[4]]).toEqual([made[4], made[0]]);
  });
});

test("an alert tells every decision with what it was made on", async () => {
  const { id } = await add(at("09:30:00"), { sensorId: "sen_1", deviceId: "dev_1" });
  const { body } = await answerOf<{ alert: Alert }>(call("GET", `alerts/${id}`, readKey));
  expect(body.alert).toMatchObject({ id, state: "open" });
  expect(body.alert.findings).toEqual([
    {
      transition: "opened",
      at: "2026-11-20T09:30:00.000Z",
      severity: "warning",
      held_by: null,
      why: "38 °F is at or below the warning limit of 40 °F",
      reason_code: "limit",
      reason_values: {
        value: { value: 38, unit: "°F" },
        how: "at_or_below",
        name: "warning",
        limit: { value: 40, unit: "°F" },
      },
      evidence: {
        value: 38,
        unit: "°F",
        at: "2026-11-20T09:30:00.000Z",
        sensor_id: "sen_1",
        device_id: "dev_1",
        more: {},
      },
      limit: { name: "warning", is: "at_or_below", value: 40, unit: "°F", for_minutes: 0 },
      told_at: "2026-11-20T09:30:00.000Z",
    },
  ]);
});

describe("the question whether the heating has stopped", () => {
  const ask = () => add(at("09:00:00"), { kind: "heating_stopped", subject: home });
  const answer = (id: string, body: unknown) => answerOf(call("POST", `alerts/${id}/answer`, key, body));
  const stored = async () => {
    const [row] = await account.database.sql<{ version: number; state: { answer: unknown; ack: unknown } }>`
      select version, state from alert_states where household_id = ${home}`;
    return row;
  };
  const logged = () =>
    account.database.sql`
      select actor_type, details from activity where action = 'alert_answered' and household_id = ${home}`;

  test("is answered into its state and the home's activity together; nobody is on it by that", async () => {
    account.clock.set("2026-11-20T10:00:00Z");
    const { id } = await ask();
    const { status, body } = await answer(id, { answer: "turned_down", hours: 48 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ alert: { id, state: "open", acknowledged_at: null } });
    const row = await stored();
    const [from, until] = [at("10:00:00").getTime(), Date.UTC(2026, 10, 22, 10)];
    expect(row).toMatchObject({ version: 2, state: { ack: null } });
    expect(row?.state.answer).toEqual({
      is: "turned_down",
      at: from,
      until,
      by: expect.stringMatching(/^api_/),
    });
    const details = { kind: "heating_stopped", answer: "turned_down", until: "2026-11-22T10:00:00.000Z" };
    expect(await logged()).toEqual([{ actor_type: "api_key", details: expect.objectContaining(details) }]);
  });

  test.each([
    ["turned_down", LIMITS.turnedDownHoursDefault],
    ["door_open", LIMITS.doorOpenHoursDefault],
    ["no", 0],
  ] as const)("is explained by %s for as long as is usual where no hours are given", async (said, hours) => {
    const { id } = await ask();
    await answer(id, { answer: said });
    const until = account.clock().getTime() + hours * 3_600_000;
    expect((await stored())?.state.answer).toMatchObject({ is: said, until });
  });

  test("is not there for an alert that asks nothing, is over, or is another home's", async () => {
    const freeze = await add(at("09:00:00"));
    expect(await answer(freeze.id, { answer: "no" })).toEqual({
      status: 409,
      body: { error: "This alert has no question: only heating_stopped takes an answer" },
    });
    const over = await add(at("08:00:00"), {
      kind: "heating_stopped",
      subject: home,
      closedAt: at("08:30:00"),
    });
    expect(await answer(over.id, { answer: "no" })).toEqual({
      status: 409,
      body: { error: "This alert has ended: its question no longer needs an answer" },
    });
    const foreign = await addAlert(account.database, account.otherHome, { kind: "heating_stopped" });
    expect((await answer(foreign.id, { answer: "no" })).status).toBe(404);
    expect(await logged()).toEqual([]);
  });
});
