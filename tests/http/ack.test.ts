import { beforeEach, describe, expect, test } from "vitest";
import { v1App } from "../../functions/v1/app.ts";
import { commitChanges } from "../../lib/alerts/commit-changes.queries.ts";
import { type EpisodeState, readEpisodeState } from "../../lib/alerts/episode.ts";
import type { Alert } from "../../schema/wire/alerts.ts";
import { openAccount } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { addAlert, addApiKey } from "../support/fixtures.ts";

let alert: { id: string; subject: string };

const account = await openAccount();
const key = await addApiKey(account.database, account.home);
beforeEach(async () => {
  account.clock.set("2026-11-20T10:00:00Z");
  const openedAt = new Date("2026-11-20T09:00:00Z");
  alert = await addAlert(account.database, account.home, { openedAt, title: "Crawl <b>space</b>" });
});

const ackByKey = (id = alert.id) =>
  answerOf<{ alert: Alert }>(
    v1App(account.services).request(`/api/v1/alerts/${id}/ack`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
    }),
  );

const ackByAda = () => answerOf<{ alert: Alert }>(account.call("POST", `/api/v1/alerts/${alert.id}/ack`));

const stored = async () => {
  const [row] = await account.database.sql<{ version: number; state: unknown }>`
    select version, state from alert_states where household_id = ${account.home}
    and subject = ${alert.subject}`;
  return { version: row?.version ?? 0, state: readEpisodeState(row?.state) };
};

const entries = () =>
  account.database.sql`
    select actor_type, actor_id from activity where action = 'alert_acknowledged' and subject = ${alert.id}`;

/** Commits a change of state, as an evaluation does. */
async function judge(move: (state: EpisodeState) => EpisodeState): Promise<void> {
  const { version, state } = await stored();
  const about = { title: "Crawl space", deviceId: null, sensorId: null };
  const change = { kind: "freeze" as const, subject: alert.subject, version, about };
  const changes = [{ ...change, state: move(state), findings: [], alertId: "alr_never" }];
  await commitChanges(account.services.db, [{ householdId: account.home, changes, now: account.clock() }]);
}

const worsened = (state: EpisodeState): EpisodeState => ({ ...state, severity: "critical", ack: null });
const over = (state: EpisodeState): EpisodeState => ({
  ...state,
  open: false,
  severity: null,
  closedAt: account.clock().getTime(),
  ack: null,
});

describe("acknowledging", () => {
  test("is written into the alert, its state and the home's activity together", async () => {
    const { status, body } = await ackByKey();
    expect(status).toBe(200);
    const by = body.alert.acknowledged_by;
    expect(body.alert).toMatchObject({
      id: alert.id,
      state: "open",
      acknowledged_at: "2026-11-20T10:00:00.000Z",
      acknowledged_by: expect.stringMatching(/^api_/),
    });
    const { version, state } = await stored();
    expect([version, state.ack]).toEqual([
      2,
      { at: account.clock().getTime(), by, severity: "warning", badness: -3.3, rung: 0 },
    ]);
    expect(await entries()).toEqual([{ actor_type: "api_key", actor_id: by }]);
  });

  test("twice is once, whoever comes second", async () => {
    const first = await ackByKey();
    account.clock.advance(60_000);
    const second = await ackByAda();
    expect(second.body.alert).toEqual({ ...first.body.alert, duration_seconds: 3_660 });
    expect(await entries()).toHaveLength(1);
  });

  test("by many at once has one that did it, and all are answered alike", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? ackByKey() : ackByAda())),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.alert.acknowledged_by)).size).toBe(1);
    expect(await entries()).toHaveLength(1);
    expect((await stored()).version).toBe(2);
  });

  test("at the same time as a judgement loses neither", async () => {
    await Promise.all([
      ackByKey(),
      judge((state) => ({ ...state, closing: { readings: 1, since: 1, at: 1 } })),
    ]);
    const { state, version } = await stored();
    // The evaluation may have lost the race; then it would run again. The acknowledgement is never lost.
    expect(state.ack).not.toBeNull();
    expect([2, 3]).toContain(version);
  });

  test("is void when it gets worse, and may be done again", async () => {
    await ackByKey();
    await judge(worsened);
    const shown = await answerOf<{ alert: Alert }>(account.call("GET", `/api/v1/alerts/${alert.id}`));
    expect(shown.body.alert).toMatchObject({
      severity: "critical",
      acknowledged_at: null,
      acknowledged_by: null,
    });
    const again = await ackByAda();
    expect(again.body.alert).toMatchObject({ severity: "critical", acknowledged_by: account.ada.userId });
    expect(await entries()).toHaveLength(2);
  });

  test("what is over answers with the alert as it is, and touches no later episode", async () => {
    await ackByKey();
    await judge(over);
    const closed = await ackByKey();
    expect([closed.status, closed.body.alert.state]).toEqual([200, "closed"]);
    expect(closed.body.alert.acknowledged_at).toBe("2026-11-20T10:00:00.000Z");
    await judge((state) => ({
      ...state,
      open: true,
      episode: 2,
      severity: "warning",
      openedAt: 1_795_000_000_000,
      closedAt: null,
    }));
    expect((await ackByKey()).body.alert.state).toBe("closed");
    expect((await stored()).state.ack).toBeNull();
  });
});
