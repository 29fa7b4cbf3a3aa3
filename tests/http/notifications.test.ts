import { describe, expect, test } from "vitest";
import { v1App } from "../../functions/v1/app.ts";
import { CALLED_CHANNELS, CHANNELS } from "../../schema/vocabulary.ts";
import { type Account, activityOf, mailTo, openAccount } from "../support/account.ts";
import { answerOf } from "../support/api.ts";
import { configuredBut } from "../support/channels.ts";
import { addContactPoint, addSent } from "../support/contacts.ts";
import { eachTest } from "../support/each-test.ts";
import { addMember } from "../support/fixtures.ts";

const account = eachTest(openAccount);

const PATH = "/api/v1/notifications";
const PHONE = "+15555550123";
const change = (body: unknown, cookie?: string) =>
  answerOf(account.call("PATCH", PATH, cookie === undefined ? { body } : { body, cookie }));
const show = (cookie?: string) => answerOf(account.call("GET", PATH, cookie === undefined ? {} : { cookie }));
const askTest = (channel: string, options: Parameters<Account["call"]>[2] = {}) =>
  account.call("POST", `${PATH}/test`, { body: { channel }, ...options });

const DEFAULTS = {
  email: true,
  push: true,
  sms: "critical",
  webhook: true,
  call: true,
  ...Object.fromEntries(CALLED_CHANNELS.map((channel) => [channel, true])),
  quiet_hours: null,
  weekly_digest: true,
  monthly_report: false,
  quarterly_report: false,
  email_state: "ok",
  phone: null,
  phone_state: "none",
  sms_left_this_month: 50,
  channels: Object.fromEntries(CHANNELS.map((channel) => [channel, "configured"])),
};

describe("one's own preferences", () => {
  test("are the defaults, then what was chosen, and kept for this home alone", async () => {
    expect(await show()).toEqual({ status: 200, body: DEFAULTS });
    const quiet_hours = { from: "22:00", to: "07:00", time_zone: "America/Chicago" };
    const chosen = { push: false, sms: "all", quiet_hours, weekly_digest: false };
    expect(await change(chosen)).toEqual({ status: 200, body: { ...DEFAULTS, ...chosen } });
    expect((await change({ email: false })).body).toEqual({ ...DEFAULTS, ...chosen, email: false });
    const [row] = await account.database.sql<{ notifications: unknown }>`
      select notifications from memberships where user_id = ${account.ada.userId}`;
    expect(row?.notifications).toEqual({
      email: false,
      push: false,
      sms: "all",
      weeklyDigest: false,
      quietHours: { from: "22:00", to: "07:00", timeZone: "America/Chicago" },
    });
    expect((await show(account.otherCookie)).body).toEqual({ ...DEFAULTS, sms_left_this_month: 0 });
    expect((await change({ quiet_hours: null })).body).toMatchObject({ quiet_hours: null, sms: "all" });
  });

  test("say that mail doesn't arrive while the last one was refused, until one is taken", async () => {
    const stateAfter = async (state: string) => {
      await askTest("email");
      account.clock.advance(60_000);
      const now = account.clock().toISOString();
      await account.database
        .sql`update outbox set state = ${state}, settled_at = ${now} where state = 'pending'`;
      return (await show()).body;
    };
    expect(await stateAfter("dead")).toMatchObject({ email_state: "gone" });
    expect(await stateAfter("sent")).toMatchObject({ email_state: "ok" });
  });

  test("name the newest phone number, and whether it is confirmed or gone", async () => {
    const numbers = [
      ["+15555550100", {}, "ok"],
      ["+15555550101", { isVerified: false }, "unverified"],
      ["+15555550102", { isGone: true }, "gone"],
    ] as const;
    for (const [phone, is, state] of numbers) {
      await addContactPoint(account.database, account.ada.userId, "sms", phone, is);
      expect((await show()).body).toMatchObject({ phone, phone_state: state });
    }
  });

  test("are a viewer's to change, and the home's activity names what was changed and no number", async () => {
    const viewer = await addMember(account.database, account.home, "viewer");
    const cookie = await account.as(viewer);
    expect((await change({ phone: "+1 (555) 555-0123", sms: "off" }, cookie)).body).toMatchObject({
      phone: PHONE,
      phone_state: "unverified",
      sms: "off",
    });
    expect((await show()).body).toEqual(DEFAULTS);
    const entries = await account.database.sql`select action, subject, details from activity`;
    expect(entries).toMatchObject([
      { action: "contact_added", details: { channel: "sms" } },
      { action: "notifications_changed", subject: viewer.userId, details: { changed: "sms" } },
    ]);
    expect(JSON.stringify(entries)).not.toContain("5555550123");
  });

  test("say which channels are not configured, and what the month has left", async () => {
    await addSent(account.database, account.home, "2026-11", 48);
    const configuredChannels = configuredBut("sms", "push");
    const app = v1App({ ...account.services, configuredChannels });
    const shown = await answerOf(account.call("GET", PATH, { app }));
    expect(shown.body).toMatchObject({
      channels: { email: "configured", sms: "not_configured", push: "not_configured" },
      sms_left_this_month: 2,
    });
  });
});

describe("a test notification", () => {
  const outbox = () =>
    account.database.sql`select channel, recipient, state, kind from outbox order by recipient`;

  test("goes to who asks for it, through the outbox, with an entry in the activity", async () => {
    let woken = 0;
    const wake = async () => {
      woken += 1;
    };
    const app = v1App({ ...account.services, wake });
    expect(await answerOf(askTest("email", { app }))).toEqual({ status: 200, body: { ok: true, queued: 1 } });
    expect(await outbox()).toEqual([
      { channel: "email", recipient: "ada@example.com", state: "pending", kind: "test" },
    ]);
    expect((await mailTo(account, "ada@example.com"))?.text).toContain("Ada's home");
    expect((await activityOf(account, account.home)).map(({ action }) => action)).toEqual([
      "notification_tested",
    ]);
    expect(woken).toBe(1);
    const counted = await account.database.sql`select scope from sending_counts where channel = 'email'`;
    expect(counted).toEqual([{ scope: "home" }]);
  });

  test("says plainly what is missing, and counts nothing then", async () => {
    const configuredChannels = configuredBut("email");
    const app = v1App({ ...account.services, configuredChannels });
    const said = async (channel: string) => (await answerOf(askTest(channel, { app }))).body.error;
    expect(await said("email")).toBe("Email is not configured on this installation: nothing is sent by it");
    expect(await said("sms")).toBe("SMS has no address to send to");
    expect(await said("push")).toBe("Push has no address to send to");
    for (const { userId } of [account.ada, account.cleo])
      await addContactPoint(account.database, userId, "sms", PHONE, { isGone: true });
    expect(await said("sms")).toBe("SMS no longer takes messages at that address");
    await account.database.sql`update contact_points set gone_at = null, verified_at = null`;
    expect(await said("sms")).toBe("SMS counts once the code sent there has been entered");
    await account.database.sql`update contact_points set verified_at = now()`;
    const free = await answerOf(askTest("sms", { cookie: account.otherCookie }));
    expect(free).toEqual({
      status: 409,
      body: { error: "A text message can't be sent: they're part of the Pro plan" },
    });
    expect([await outbox(), await activityOf(account, account.home)]).toEqual([[], []]);
  });

  test("goes to every number in use, or to none where one of them has had its texts", async () => {
    const { database, ada } = account;
    const numbers = [{}, {}, { isVerified: false }, { isGone: true }];
    for (const [place, is] of numbers.entries())
      await addContactPoint(database, ada.userId, "sms", `+1555555010${place}`, is);
    expect((await answerOf(askTest("sms"))).body).toEqual({ ok: true, queued: 2 });
    const refusedAt = async (scope: string, sent: number) => {
      await database.sql`update sending_counts set sent = case scope when ${scope} then ${sent} else 2 end`;
      return (await answerOf(askTest("sms"))).body.error;
    };
    expect([await refusedAt("address", 10), await refusedAt("instance", 499)]).toEqual([
      "A text message can't be sent: your number has already had 10 today",
      "A text message can't be sent: this service has reached its limit for today",
    ]);
  });

  test("by text message counts as one, and the month's last one is the last, however many ask at once", async () => {
    await addContactPoint(account.database, account.ada.userId, "sms", PHONE);
    await addSent(account.database, account.home, "2026-11", 49);
    const answers = await Promise.all(Array.from({ length: 4 }, () => askTest("sms")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await show()).body).toMatchObject({ sms_left_this_month: 0 });
    expect(await outbox()).toHaveLength(1);
  });

  test("is for five times an hour and home, at once or not, and refused while nobody can count", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => askTest("email")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("Retry-After"))).toBe(3_600);
    expect(refused?.headers.get("RateLimit-Policy")).toBe('"notification_test";q=5;w=3600');
    expect((await askTest("email", { cookie: account.otherCookie })).status).toBe(200);
    account.clock.advance(3_600_001);
    account.database.failNext({ kind: "delay", ms: 0 });
    account.database.failNext({ kind: "delay", ms: 0 });
    for (let time = 0; time < 3; time += 1) account.database.failNext({ kind: "refuse" });
    expect((await askTest("email")).status).toBe(500);
    expect((await askTest("email")).status).toBe(200);
  });
});
