import { beforeEach, describe, expect, test } from "vitest";
import { v1App } from "../../functions/v1/app.ts";
import type { PullSetupAnswer } from "../../schema/wire/pull-setup.ts";
import { answerOf, openApi } from "../support/api.ts";
import { addApiKey, addDevice, addHome } from "../support/fixtures.ts";

let home: string;
let key: string;
const api = await openApi();
beforeEach(async () => {
  home = await addHome(api.database);
  key = await addApiKey(api.database, home);
});

type Answer = PullSetupAnswer & { error?: string };
const save = (body: unknown, as = key) => answerOf<Answer>(api.call("POST", "pull-setup", { key: as, body }));
const devices = () =>
  api.database.sql`select id, name, type, enabled from devices where household_id = ${home} order by name`;

const PORCH = { id: "porch", name: "Porch", url: "https://porch.example.org/state.json" };
const SHED = { id: "shed", name: "Shed", url: "https://shed.example.org:8123/api", enabled: false };

/** A feed that hasn't been polled since it was saved. */
const NEW = {
  headerName: null,
  postBody: null,
  last_failure: null,
  failing_since: null,
  last_ok_at: null,
  next_poll_at: null,
};

describe("a pull setup", () => {
  test("makes feeds under the client's ids, each with its device, and their probes", async () => {
    const { status, body } = await save({
      feeds: [{ ...PORCH, jsonRoot: "data.now" }, SHED, { url: "https://third.example.org/x" }],
      probes: [
        { id: "p1", feedId: "porch", key: "temp1", label: "Porch, shade", visible: false },
        { feedId: "shed", key: "door1" },
      ],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      feeds: [
        { ...PORCH, enabled: true, jsonRoot: "data.now", device_id: expect.stringMatching(/^dev_/), ...NEW },
        { ...SHED, jsonRoot: null, device_id: expect.stringMatching(/^dev_/), ...NEW },
        expect.objectContaining({
          id: expect.stringMatching(/^feed_/),
          name: "third.example.org",
          enabled: true,
        }),
      ],
      probes: [
        { id: "p1", feedId: "porch", key: "temp1", label: "Porch, shade", visible: false },
        { id: expect.stringMatching(/^prb_/), feedId: "shed", key: "door1", label: "door1", visible: true },
      ],
    });
    expect(await devices()).toEqual([
      { id: body.feeds[0]?.device_id, name: "Porch", type: "pull", enabled: true },
      { id: body.feeds[1]?.device_id, name: "Shed", type: "pull", enabled: false },
      { id: body.feeds[2]?.device_id, name: "third.example.org", type: "pull", enabled: true },
    ]);
    expect(await api.database.sql`select action, details from activity where household_id = ${home}`).toEqual(
      [{ action: "pull_setup_saved", details: { feeds: 3, probes: 2 } }],
    );
  });

  test("saved again changes what it names, keeps what it leaves out and the feeds it does not name", async () => {
    const first = await save({ feeds: [{ ...PORCH, jsonRoot: "data" }, SHED] });
    const again = await save({
      feeds: [{ id: "porch", url: "https://porch.example.org/v2.json", enabled: false }],
    });
    expect(again.body.feeds).toEqual([
      {
        id: "porch",
        name: "Porch",
        url: "https://porch.example.org/v2.json",
        enabled: false,
        jsonRoot: "data",
        device_id: first.body.feeds[0]?.device_id,
        ...NEW,
      },
      first.body.feeds[1],
    ]);
    expect(await devices()).toMatchObject([
      { name: "Porch", enabled: false },
      { name: "Shed", enabled: false },
    ]);
    expect((await save({ feeds: [{ ...PORCH, jsonRoot: null }] })).body.feeds[0]?.jsonRoot).toBeNull();
  });

  test("names and hides the sensor that reads already, but only as the request says", async () => {
    const { body } = await save({ feeds: [PORCH] });
    const deviceId = body.feeds[0]?.device_id;
    await api.database.query(
      `insert into sensors (id, device_id, position, key, label, kind, is_state, created_at) values
       ($1 || '_1', $1, 1, 'temp1', 'Renamed', 'temperature', false, now()),
       ($1 || '_2', $1, 2, 'temp2', 'temp2', 'temperature', false, now())`,
      [deviceId],
    );
    await save({
      feeds: [],
      probes: [
        { feedId: "porch", key: "temp1", visible: false },
        { feedId: "porch", key: "temp2", label: "Second" },
      ],
    });
    const sensors = "select label, visible from sensors where device_id = $1 order by position";
    expect(await api.database.query(sensors, [deviceId])).toEqual([
      { label: "Renamed", visible: false },
      { label: "Second", visible: true },
    ]);
  });

  test("finds a probe again by its feed and key, or by its id", async () => {
    const first = await save({ feeds: [PORCH], probes: [{ key: "temp1", label: "One" }] });
    const byKey = await save({ feeds: [PORCH], probes: [{ key: "temp1", visible: false }] });
    expect(byKey.body.probes).toEqual([{ ...first.body.probes[0], visible: false }]);
    const byId = await save({ feeds: [], probes: [{ id: first.body.probes[0]?.id, label: "Two" }] });
    expect(byId.body.probes).toEqual([{ ...first.body.probes[0], label: "Two", visible: false }]);
  });

  test("sent 10 times at once makes each feed and device once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => save({ feeds: [PORCH, SHED] })));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await devices()).toHaveLength(2);
  });

  test("goes with its device, probes and all", async () => {
    const { body } = await save({ feeds: [PORCH, SHED], probes: [{ feedId: "porch", key: "temp1" }] });
    const path = `devices/${body.feeds[0]?.device_id}`;
    await api.call("PATCH", `devices/${body.feeds[1]?.device_id}`, {
      key,
      body: { name: "Barn", enabled: true },
    });
    expect((await api.call("DELETE", path, { key })).status).toBe(200);
    const left = await save({ feeds: [] });
    expect(left.body.feeds).toMatchObject([{ id: "shed", name: "Barn", enabled: true }]);
    expect(left.body.probes).toEqual([]);
  });
});

/** Other refusals are in refused-requests.jsonl. */
test("a pull setup is refused whole at the 21st feed of a home and at its 501st device", async () => {
  const feeds = Array.from({ length: 20 }, (_, index) => ({ ...PORCH, id: `f${index}` }));
  expect((await save({ feeds })).status).toBe(200);
  expect((await save({ feeds: [{ ...PORCH, id: "f20" }] })).body.error).toMatch(/^Too many feeds: 20/);
  expect((await save({ feeds: [{ ...PORCH, id: "f19" }] })).status).toBe(200);
  const full = await addHome(api.database);
  for (let count = 0; count < 500; count += 1) await addDevice(api.database, full);
  const answer = await save({ feeds: [PORCH] }, await addApiKey(api.database, full));
  expect([answer.status, answer.body.error]).toEqual([409, expect.stringMatching(/^Too many devices/)]);
});

describe("the machine's own settings", () => {
  test("a listed private address and the own example feed may be polled", async () => {
    const feeds = [
      { id: "meter", url: "http://127.0.0.1:9100/meter.json" },
      { id: "example", url: "https://hearth.example.net/api/feeds/example?format=senml" },
    ];
    expect((await save({ feeds })).status).toBe(200);
  });

  test("without a resolver the addresses are left to each poll, and the log says so without a name", async () => {
    const app = v1App({ ...api.services, resolveHost: null });
    const response = await app.request("/api/v1/pull-setup", {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
      body: JSON.stringify({ feeds: [PORCH] }),
    });
    expect(response.status).toBe(200);
    expect(api.services.reports.at(-1)).toEqual({
      level: "info",
      event: "feed_addresses_not_judged_at_save",
      hosts: 1,
    });
  });
});
