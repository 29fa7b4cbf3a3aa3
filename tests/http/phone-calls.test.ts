import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { spokenText } from "../../lib/channels/call/spoken.ts";
import type { OutgoingMessage } from "../../lib/channels/ports.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { channelsBy } from "../support/channels.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addDevice, addMember, type TestDevice } from "../support/fixtures.ts";
import { type House, openHouse } from "../support/house.ts";
import { BASE_URL, TWILIO_TOKEN } from "../support/services.ts";

const PHONE = "+15555550100";
const BENS = "+15555550101";
const MINUTE_MS = 60_000;

let house: House;
let device: TestDevice;
let calls: OutgoingMessage[];
beforeEach(async () => {
  house = await openHouse();
  calls = [];
  await house.database.sql`update households set created_at = created_at - interval '30 days'`;
  device = await addDevice(house.database, house.home, { name: "Cellar node", space: "Cellar" });
  await addContactPoint(house.database, house.ada.userId, "call", PHONE);
});

const send = () => {
  const channels = channelsBy((channel) => async (message) => {
    if (channel === "call") calls.push(message);
    return { kind: "sent" as const, providerId: channel === "call" ? "CA1" : null };
  });
  return dispatch({ ...house.services, channels });
};
const post = (body: object) => house.post(device, body);
const later = async (minutes: number) => {
  house.clock.advance(minutes * MINUTE_MS);
  await send();
};
async function leak(): Promise<void> {
  await post({ flood1: true });
  await send();
}
async function acknowledge(): Promise<void> {
  const [alert] = await house.database.sql`select id from alerts where kind = 'leak'`;
  await house.call("POST", `/api/v1/alerts/${alert?.id}/ack`);
}

async function twilio(token: string, fields: Record<string, string>): Promise<Response> {
  const path = `/api/channels/call/${token}`;
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const signed = BASE_URL + path + sorted.map((pair) => pair.join("")).join("");
  const signature = createHmac("sha1", TWILIO_TOKEN).update(signed).digest("base64");
  return await house.apps.public.request(path, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Twilio-Signature": signature },
    body: new URLSearchParams(fields),
  });
}
const status = (CallStatus: string, more: Record<string, string> = {}) =>
  twilio(calls.at(-1)?.id ?? "", { CallStatus, CallSid: "CA1", ...more });
const keyOf = () => /\/a\/([0-9A-Za-z]{22})$/.exec(calls[0]?.content.url ?? "")?.[1] ?? "";
const paths = async () =>
  (
    await house.database.sql`select details->>'via' as via from activity where action = 'alert_acknowledged'`
  ).map(({ via }) => via);
const receipts = async () =>
  (await house.database.sql`select receipt from outbox where channel = 'call' order by created_at, id`).map(
    ({ receipt }) => receipt,
  );

describe("a leak that nobody has acknowledged", () => {
  test("is called about after ten minutes, at night, too", async () => {
    const quiet = { from: "00:00", to: "23:59", time_zone: "UTC" };
    await house.call("PATCH", "/api/v1/notifications", { body: { quiet_hours: quiet } });
    await leak();
    await later(9);
    expect(calls).toEqual([]);
    await later(1.5);
    expect(calls.map(({ recipient, content }) => [recipient, spokenText(content)])).toEqual([
      [PHONE, expect.stringContaining("This is Hearthwatch, calling for")],
    ]);
  });

  test("is not called about once somebody has it, nor once it is over", async () => {
    await leak();
    await acknowledge();
    await later(11);
    expect(calls).toEqual([]);
    expect(await house.database.sql`select state from outbox where channel = 'call'`).toEqual([
      { state: "dropped" },
    ]);
  });

  test("is acknowledged by the key 1, and by no other", async () => {
    await leak();
    await later(11);
    expect(await (await twilio(keyOf(), { Digits: "7", To: PHONE })).text()).toContain("<Gather");
    expect(await paths()).toEqual([]);
    expect(await (await twilio(keyOf(), { Digits: "1", To: PHONE })).text()).toContain("on it");
    await twilio(keyOf(), { Digits: "1", To: PHONE });
    expect(await paths()).toEqual(["call"]);
  });

  test("is called about again where nobody or a machine answers, three times in all", async () => {
    await leak();
    await later(11);
    for (const end of ["busy", "no-answer", "completed"] as const) {
      for (let time = 0; time < 2; time += 1)
        await status(end, end === "completed" ? { AnsweredBy: "machine_start" } : {});
      await later(4);
    }
    expect(calls).toHaveLength(3);
    expect((await receipts()).filter(Boolean).sort()).toEqual(["busy", "machine", "no_answer"]);
    expect(await paths()).toEqual([]);
  });

  test("is called about to one person after the other", async () => {
    const ben = await addMember(house.database, house.home, "member", "ben@example.com");
    await addContactPoint(house.database, ben.userId, "call", BENS);
    await leak();
    await later(10.1);
    expect(calls).toHaveLength(1);
    await later(2);
    expect(new Set(calls.map(({ recipient }) => recipient))).toEqual(new Set([PHONE, BENS]));
  });

  test("comes by mail instead on the Free plan", async () => {
    await house.database.sql`
      update households set plan = 'free', trial_ends_at = null where id = ${house.home}`;
    await leak();
    await later(11);
    expect(calls).toEqual([]);
    const mails = await house.database.sql`
      select kind from outbox where channel = 'email' and kind = 'leak_opened'`;
    expect(mails.length).toBeGreaterThan(0);
  });
});

describe("a number to call", () => {
  const add = async (address: string) => {
    const answer = await house.call("POST", "/acts/contacts", {
      body: { channel: "call", address, language: "es" },
    });
    const { contact } = (await answer.json()) as { contact: { state: string } };
    return [answer.status, contact.state];
  };

  test("counts at once where its owner has confirmed it for texts", async () => {
    await addContactPoint(house.database, house.ada.userId, "sms", BENS);
    expect(await add(BENS)).toEqual([201, "ok"]);
  });

  test("else is read a code, digit by digit", async () => {
    expect(await add(BENS)).toEqual([201, "unverified"]);
    await send();
    expect(calls.map(({ content }) => spokenText(content))).toEqual([
      expect.stringMatching(/código es (\d, ){5}\d\./),
    ]);
  });
});
