import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { answerOf } from "../support/api.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addDevice, addMember, type TestDevice } from "../support/fixtures.ts";
import { type House, openHouse } from "../support/house.ts";
import { BASE_URL, RESEND_WEBHOOK_SECRET, TELEGRAM_SECRET, TWILIO_TOKEN } from "../support/services.ts";
import { svixHeaders } from "../support/svix.ts";

const PHONE = "+15555550100";
const RECEIPT = "r".repeat(30);

let house: House;
let device: TestDevice;
beforeEach(async () => {
  house = await openHouse();
  device = await addDevice(house.database, house.home, { name: "Cellar node", space: "Cellar" });
  house.sent.length = 0;
});

/** Opens a leak alert and notifies everybody. */
async function leak(): Promise<void> {
  await house.post(device, { flood1: true });
  await dispatch(house.services);
}

const call = (
  path: string,
  body: string | null = null,
  headers: Record<string, string> = {},
  app = house.apps.public,
) =>
  app.request(`/api/channels/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "CF-Connecting-IP": "203.0.113.9",
      ...headers,
    },
    body,
  });

/** Posts a form as Twilio does. */
function twilio(path: string, fields: Record<string, string>, token = TWILIO_TOKEN) {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = `${BASE_URL}/api/channels/${path}${sorted.map((pair) => pair.join("")).join("")}`;
  const signature = createHmac("sha1", token).update(text).digest("base64");
  return call(path, new URLSearchParams(fields).toString(), { "X-Twilio-Signature": signature });
}
const text = async (Body: string, more: Record<string, string> = {}) =>
  await (await twilio("sms/replies", { Body, From: PHONE, MessageSid: "SM1", ...more })).text();

const TELEGRAM = {
  "Content-Type": "application/json",
  "X-Telegram-Bot-Api-Secret-Token": TELEGRAM_SECRET,
};
const pressed = (token: string) =>
  JSON.stringify({ update_id: 1, callback_query: { id: "1", from: { id: 1 }, data: `ack:${token}` } });

const linkToken = () =>
  house.sent
    .map(({ content }) => /\/a\/([0-9A-Za-z]{22})/.exec(content.url ?? content.text)?.[1])
    .find(Boolean) ?? "";
const acknowledgements = () =>
  house.database.sql`
    select actor_id, details->>'via' as via from activity where action = 'alert_acknowledged'`;
const receiptOf = async (channel: string) =>
  (await house.database.sql`select receipt from outbox where channel = ${channel}`)[0]?.receipt;

describe("a text back", () => {
  beforeEach(() => addContactPoint(house.database, house.ada.userId, "sms", PHONE));

  test("of 1 acknowledges the newest alert that the number was sent", async () => {
    await leak();
    expect(await text("1")).toContain("<Message>You&#39;re on it: ");
    expect(await acknowledgements()).toEqual([{ actor_id: house.ada.userId, via: "text" }]);
  });

  test.each([
    ["A text", () => text("1")],
    ["A call", async () => (await twilio(`call/${linkToken()}`, { Digits: "1", To: PHONE })).text()],
    ["Telegram", async () => (await call("telegram/updates", pressed(linkToken()), TELEGRAM)).text()],
  ])("to an alert that somebody else has says who. %s", async (_, answer) => {
    await leak();
    const ben = await addMember(house.database, house.home, "member", "ben@example.com");
    const [alert] = await house.database.sql`select id from alerts`;
    const cookie = await house.as(ben);
    expect((await house.call("POST", `/api/v1/alerts/${alert?.id}/ack`, { cookie })).status).toBe(200);
    expect(await answer()).toContain("ben already has it");
    await house.database.sql`update alerts set acknowledged_by = 'key_1'`;
    expect(await answer()).toContain("Somebody already has it");
  });

  test("of STOP ends texts to the number, and START begins them again", async () => {
    expect(await text("STOP", { OptOutType: "STOP" })).toMatch(/^<\?xml [^>]+><Response><\/Response>$/);
    const gone = () =>
      house.database.sql`select gone_at is not null as gone from contact_points where channel = 'sms'`;
    expect(await gone()).toEqual([{ gone: true }]);
    await text("START", { OptOutType: "START" });
    expect(await gone()).toEqual([{ gone: false }]);
  });

  test("of HELP is answered once: by Twilio where it has done so", async () => {
    expect(await text("HELP")).toContain("<Message>Hearthwatch");
    expect(await text("HELP", { OptOutType: "HELP" })).not.toContain("<Message>");
  });

  test("from a number that nobody has added is not answered, and none takes on what was never sent", async () => {
    await leak();
    expect(await text("1", { From: "+15555550199" })).not.toContain("<Message>");
    await house.database.sql`update outbox set state = 'dropped' where channel = 'sms'`;
    await text("1");
    expect(await acknowledgements()).toEqual([]);
  });

  test("with a forged signature is refused before anything is looked up", async () => {
    await leak();
    house.database.resetCalls();
    expect((await twilio("sms/replies", { Body: "1", From: PHONE }, "another token")).status).toBe(401);
    expect((await call("sms/replies", `Body=1&From=${encodeURIComponent(PHONE)}`)).status).toBe(401);
    expect(house.database.calls()).toBe(0);
  });
});

describe("an event of a mail", () => {
  const MAIL = "56761188-7520-42d8-8898-ff6fc54ce618";
  /** Posts an event as Resend does. */
  const resend = (type: string, { bounce = {}, at = house.clock(), secret = RESEND_WEBHOOK_SECRET } = {}) => {
    const body = JSON.stringify({
      type,
      created_at: at,
      data: { email_id: MAIL, to: ["ada@example.com"], bounce },
    });
    return call("email/events", body, svixHeaders(secret, at, body));
  };
  const leakByMail = async () => {
    await leak();
    await house.database.sql`update outbox set provider_id = ${MAIL} where channel = 'email'`;
  };
  const mailState = async () => (await answerOf(house.call("GET", "/api/v1/notifications"))).body.email_state;

  test.each([
    ["email.delivered", {}, "delivered", "ok"],
    ["email.bounced", { type: "Permanent", subType: "General" }, "failed", "gone"],
    ["email.suppressed", {}, "failed", "gone"],
    ["email.complained", {}, "complained", "gone"],
    ["email.opened", {}, null, "ok"],
  ])(
    "%s %o stands with the message as %s, and with its reader as %s",
    async (type, bounce, receipt, state) => {
      await leakByMail();
      for (let time = 0; time < 2; time += 1) expect((await resend(type, { bounce })).status).toBe(200);
      expect([await receiptOf("email"), await mailState()]).toEqual([receipt, state]);
    },
  );

  test.each([
    ["Permanent", true],
    ["Transient", false],
  ])("of a bounce that is %s ends mails to somebody outside the home: %s", async (type, isStopped) => {
    await leakByMail();
    await house.database.query(
      `insert into home_contacts (id, household_id, name, channel, address, language, tells, token_hash, created_at, updated_at)
       select 'hc_1', household_id, 'Bo', 'email', recipient, 'en', 'urgent', '\\x00', created_at, created_at
       from outbox where channel = 'email'`,
    );
    await resend("email.bounced", { bounce: { type } });
    expect(
      await house.database.sql`select stopped_at is not null as stopped from home_contacts where id = 'hc_1'`,
    ).toEqual([{ stopped: isStopped }]);
  });

  test("is refused with a wrong signature, one of five minutes ago, or none, before anything is looked up", async () => {
    await leakByMail();
    house.database.resetCalls();
    const old = new Date(house.clock().getTime() - 301_000);
    expect((await resend("email.bounced", { secret: `whsec_${btoa("another")}` })).status).toBe(401);
    expect((await resend("email.bounced", { at: old })).status).toBe(401);
    expect((await call("email/events", "{}")).status).toBe(401);
    expect(house.database.calls()).toBe(0);
  });
});

describe("a status of a text", () => {
  beforeEach(() => addContactPoint(house.database, house.ada.userId, "sms", PHONE));
  const messageId = async () =>
    String((await house.database.sql`select id from outbox where channel = 'sms'`)[0]?.id);

  test("is kept, and a late or repeated one changes nothing", async () => {
    await leak();
    const id = await messageId();
    for (const MessageStatus of ["delivered", "sent", "delivered", "undelivered"])
      expect((await twilio(`sms/${id}`, { MessageStatus, MessageSid: "SM1" })).status).toBe(200);
    expect(await receiptOf("sms")).toBe("delivered");
  });

  test("that says the number is a landline marks it gone", async () => {
    await leak();
    await twilio(`sms/${await messageId()}`, { MessageStatus: "undelivered", ErrorCode: "30006" });
    expect(await receiptOf("sms")).toBe("failed");
    expect(
      await house.database.sql`select gone_at is not null as gone from contact_points where channel = 'sms'`,
    ).toEqual([{ gone: true }]);
  });
});

describe("a button", () => {
  test("of ntfy acknowledges what its message is about", async () => {
    await leak();
    const answer = await call(`ntfy/${linkToken()}`);
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
    expect(await acknowledgements()).toEqual([{ actor_id: house.ada.userId, via: "ntfy" }]);
  });

  test("that is made up costs one look and opens nothing", async () => {
    await leak();
    house.database.resetCalls();
    expect((await call(`ntfy/${"A".repeat(22)}`)).status).toBe(404);
    expect(house.database.calls()).toBe(1);
    house.database.resetCalls();
    expect((await call("ntfy/short")).status).toBe(404);
    expect((await call(`carrier-pigeon/${"A".repeat(22)}`)).status).toBe(404);
    expect(house.database.calls()).toBe(0);
  });
});

describe("Pushover", () => {
  const rings = () =>
    house.database.query(
      "update outbox set receipt = 'ringing', provider_id = $1 where channel = 'pushover'",
      [RECEIPT],
    );
  beforeEach(() => addContactPoint(house.database, house.ada.userId, "pushover", "u".repeat(30)));

  test("says who has confirmed an emergency, and that acknowledges it", async () => {
    await leak();
    await rings();
    const form = `receipt=${RECEIPT}&acknowledged=1&acknowledged_by=u`;
    expect((await call(`pushover/${linkToken()}`, form)).status).toBe(200);
    expect(await acknowledgements()).toEqual([{ actor_id: house.ada.userId, via: "pushover" }]);
    expect(await receiptOf("pushover")).toBe("read");
  });

  test("does not acknowledge what nobody has confirmed", async () => {
    await leak();
    expect((await call(`pushover/${linkToken()}`, `receipt=${RECEIPT}&acknowledged=0`)).status).toBe(400);
    expect(await acknowledgements()).toEqual([]);
  });

  test("stops ringing once somebody acknowledges by another way, and only then", async () => {
    const ended: string[] = [];
    const services = {
      ...house.services,
      endRing: async (_channel: string, id: string) => {
        ended.push(id);
        return true;
      },
    };
    await leak();
    await rings();
    await dispatch(services);
    expect(ended).toEqual([]);
    await call(`ntfy/${linkToken()}`);
    await dispatch(services);
    await dispatch(services);
    expect(ended).toEqual([RECEIPT]);
    expect(await receiptOf("pushover")).toBe("delivered");
  });
});
