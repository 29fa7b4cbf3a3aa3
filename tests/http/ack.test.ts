import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { publicApp } from "../../functions/public/app.ts";
import { v1App } from "../../functions/v1/app.ts";
import { commitChanges } from "../../lib/alerts/commit-changes.queries.ts";
import { type EpisodeState, NO_EPISODE, readEpisodeState } from "../../lib/alerts/episode.ts";
import type { ShownAlert } from "../../lib/alerts/shown-alert.ts";
import { ackTokenSigner } from "../../lib/messages/links/signers.vendor.ts";
import { ackUrl, newAckClaim } from "../../lib/messages/links/tokens.ts";
import { type Account, openAccount } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { addAlert, addApiKey, addMember } from "../support/fixtures.ts";
import { closedLimiter, testPorts } from "../support/ports.ts";

let account: Account;
let ports: Parameters<typeof publicApp>[0] & ReturnType<typeof testPorts>;
let key: string;
let alert: { id: string; subject: string };

beforeAll(async () => {
  account = await openAccount();
  ports = { ...testPorts(account.database, account.clock), ...account.ports };
  key = await addApiKey(account.database, account.home);
});
beforeEach(async () => {
  account.clock.set("2026-11-20T10:00:00Z");
  const openedAt = new Date("2026-11-20T09:00:00Z");
  alert = await addAlert(account.database, account.home, { openedAt, title: "Crawl <b>space</b>" });
});
afterAll(() => account.database.close());

const ackByKey = (id = alert.id) =>
  answerOf<{ alert: ShownAlert }>(
    v1App(account.ports).request(`/api/v1/alerts/${id}/ack`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}` },
    }),
  );

const linkFor = (userId = account.ada.userId, alertId = alert.id) =>
  ports.signAckToken(newAckClaim(alertId, userId, account.clock()));

const HTML = { Accept: "text/html,application/xhtml+xml" };
const press = (token: string, headers: Record<string, string> = {}) =>
  publicApp(ports).request(ackUrl("", token), { method: "POST", headers });
const look = (token: string, headers: Record<string, string> = {}) =>
  publicApp(ports).request(ackUrl("", token), { headers });

const stored = async () => {
  const [row] = await account.database.query<{ version: number; state: unknown }>(
    "select version, state from alert_states where household_id = $1 and subject = $2",
    [account.home, alert.subject],
  );
  return { version: row?.version ?? 0, state: readEpisodeState(row?.state) };
};

const entries = () =>
  account.database.query(
    "select actor_type, actor_id from activity where action = 'alert_acknowledged' and subject = $1",
    [alert.id],
  );

/** What a judgement commits. */
async function judge(move: (state: EpisodeState) => EpisodeState): Promise<void> {
  const { version, state } = await stored();
  const about = { title: "Crawl space", deviceId: null, sensorId: null };
  const change = { kind: "freeze" as const, subject: alert.subject, expectedVersion: version, about };
  const changes = [{ ...change, state: move(state), findings: [], alertId: "alr_never" }];
  await commitChanges(account.ports.db, [{ householdId: account.home, changes, now: account.clock() }]);
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
    const second = await answerOf<{ alert: ShownAlert }>(press(await linkFor()));
    expect(second.body.alert).toEqual({ ...first.body.alert, duration_seconds: 3_660 });
    expect(await entries()).toHaveLength(1);
  });

  test("by many at once has one that did it, and all are answered alike", async () => {
    const token = await linkFor();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? ackByKey() : answerOf<{ alert: ShownAlert }>(press(token)),
      ),
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
    // The judgement may have lost; then it would look again. The acknowledgement always stands.
    expect(state.ack).not.toBeNull();
    expect([2, 3]).toContain(version);
  });

  test("is void when it gets worse, and may be done again", async () => {
    await ackByKey();
    await judge(worsened);
    const shown = await answerOf<{ alert: ShownAlert }>(
      account.call("GET", `/api/account/alerts/${alert.id}`),
    );
    expect(shown.body.alert).toMatchObject({
      severity: "critical",
      acknowledged_at: null,
      acknowledged_by: null,
    });
    const again = await answerOf<{ alert: ShownAlert }>(press(await linkFor()));
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

  test("an alert whose state is gone changes nothing", async () => {
    await account.database.query("delete from alert_states where subject = $1", [alert.subject]);
    expect((await ackByKey()).body.alert).toMatchObject({ acknowledged_at: null });
    expect(NO_EPISODE.ack).toBeNull();
  });
});

describe("the link of a message", () => {
  test("leads to the page of the alert and changes nothing, however often it is followed", async () => {
    const token = await linkFor();
    const response = await look(token, HTML);
    expect([response.status, response.headers.get("Location")]).toEqual([303, `/a/${token}`]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
    await look(token, HTML);
    expect((await stored()).version).toBe(1);
  });

  test("acknowledges by the button of an older page, without a cookie, in the name of whom the message went to", async () => {
    const token = await linkFor();
    const response = await press(token, { ...HTML, Origin: "null", "Sec-Fetch-Site": "cross-site" });
    expect([response.status, response.headers.get("Location")]).toEqual([303, `/a/${token}`]);
    expect(await entries()).toEqual([{ actor_type: "user", actor_id: account.ada.userId }]);
  });

  test("leads nowhere else, whatever stands in its place", async () => {
    expect((await look("..%2F..%2Fhome")).headers.get("Location")).toBe("/a/..%2F..%2Fhome");
    expect((await look("%2F%2Fevil.example")).headers.get("Location")).toBe("/a/%2F%2Fevil.example");
  });

  test("says so when the alert is over", async () => {
    const token = await linkFor();
    account.clock.advance(3_600_000);
    await judge(over);
    expect(await answerOf(press(token))).toEqual({
      status: 410,
      body: { error: "This alert has ended: there's nothing to acknowledge" },
    });
    expect(await entries()).toEqual([]);
  });

  test("is good for seven days and not a moment longer", async () => {
    const token = await linkFor();
    account.clock.advance(7 * 86_400_000 - 1);
    expect((await press(token)).status).toBe(200);
    account.clock.advance(1);
    expect((await press(token)).status).toBe(404);
  });

  test("forged in any way is a 404 without a database call", async () => {
    const token = await linkFor();
    const [alertId, userId, expiry, mac = ""] = token.split(".");
    const other = await linkFor(account.cleo.userId);
    const foreign = ackTokenSigner({ current: "another server's secret, as long as it must be" });
    const forged = [
      "",
      "x",
      "..",
      `${alertId}.${userId}.${expiry}`,
      `${token}=`,
      `${token}.`,
      `${alertId}.${userId}.zzzzzzz.${mac}`,
      `${alertId}.${account.cleo.userId}.${expiry}.${mac}`,
      `${alertId}.${userId}.${expiry}.${other.split(".")[3]}`,
      `${alertId}.${userId}.${expiry}.${mac.replace(/^./, (letter) => (letter === "A" ? "B" : "A"))}`,
      `${alertId}.${userId}.0${expiry}.${mac}`,
      await foreign.signAckToken(newAckClaim(alert.id, account.ada.userId, account.clock())),
    ];
    account.database.resetCalls();
    for (const bad of forged) {
      const response = await press(bad);
      expect([bad, response.status]).toEqual([bad, 404]);
    }
    expect(account.database.calls()).toBe(0);
  });

  test("signed under the secret before the change still counts", async () => {
    const secrets = [
      "the new secret of the server, long enough",
      "the old secret of the server, long enough",
    ] as const;
    const before = ackTokenSigner({ current: secrets[1] });
    const after = ackTokenSigner({ current: secrets[0], previous: secrets[1] });
    const claim = newAckClaim("alr_1", "usr_1", account.clock());
    expect(await after.verifyAckToken(await before.signAckToken(claim))).toEqual(claim);
    expect(await before.verifyAckToken(await after.signAckToken(claim))).toBeNull();
    expect(() => ackTokenSigner({ current: "short" })).toThrow(/32 characters/);
  });

  test("of somebody who has left the home or may only look is refused", async () => {
    const member = await addMember(account.database, account.home, "member");
    const token = await linkFor(member.userId);
    await account.database.query("update memberships set role = 'viewer' where user_id = $1", [
      member.userId,
    ]);
    expect((await press(token)).status).toBe(403);
    await account.database.query("delete from memberships where user_id = $1", [member.userId]);
    expect((await press(token)).status).toBe(404);
    expect((await press(await linkFor(account.cleo.userId))).status).toBe(404);
    expect(await entries()).toEqual([]);
  });

  test("is followed only so often a minute", async () => {
    const limited = publicApp({ ...ports, limiter: closedLimiter });
    const headers = { "CF-Connecting-IP": "203.0.113.7" };
    expect((await limited.request(ackUrl("", await linkFor()), { headers })).status).toBe(429);
  });

  test("is short enough for a text message", async () => {
    expect((await linkFor()).length).toBeLessThanOrEqual(104);
  });
});
