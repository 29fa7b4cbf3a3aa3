import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { receiptUrl } from "../../lib/channels/message-parts.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addDevice } from "../support/fixtures.ts";
import { openHouse } from "../support/house.ts";
import { CANARY } from "../support/secret-hunt.ts";
import { BASE_URL, TELEGRAM_SECRET, TWILIO_TOKEN } from "../support/services.ts";

/** Fuzzes routes whose bodies aren't the document's JSON: providers' forms, pictures, a bot's updates. */

const PHONE = "+15555550100";
/** Unexpected values of a form's field. */
const ODD_TEXTS = [
  "",
  "nothing\u0000",
  "x".repeat(3_000),
  "-1",
  "\ud800",
  "<Say>&'\"",
  "' or 1=1 --",
  CANARY,
];
const TWILIO_FIELDS = {
  From: PHONE,
  To: PHONE,
  Body: "1",
  Digits: "1",
  MessageSid: "SM1",
  MessageStatus: "delivered",
  CallStatus: "no-answer",
  AnsweredBy: "human",
  ErrorCode: "30005",
  OptOutType: "STOP",
};
const UPDATE = {
  update_id: 1,
  message: {
    message_id: 1,
    text: "/start abc",
    chat: { id: 1, type: "private" },
    from: { id: 1, language_code: "en" },
  },
  callback_query: { id: "1", data: "abc", from: { id: 1 }, message: { chat: { id: 1 }, message_id: 1 } },
};

let link = "";
let message = "";
const house = await openHouse();
const { database, home, ada } = house;
await addContactPoint(database, ada.userId, "sms", PHONE);
const device = await addDevice(database, home, { name: "Cellar node", space: "Cellar" });
const body = JSON.stringify({ flood1: true });
await house.apps.ingest.request(`/api/ingest/${device.ingestKey}`, { method: "POST", body });
await dispatch(house.services);
const said = house.sent.map(({ content }) => `${content.url} ${content.text}`).join(" ");
link = /\/a\/([0-9A-Za-z]{22})/.exec(said)?.[1] ?? "";
message = house.sent[0]?.id ?? "";

type Asked = { path: string; body: BodyInit; headers?: Record<string, string>; app?: "public" | "v1" };

/** Returns what is wrong with the answer, if anything. */
async function ask({ path, body, headers = {}, app = "public" }: Asked): Promise<string[]> {
  const answer = await house.apps[app].request(path, {
    method: "POST",
    headers: { "CF-Connecting-IP": "203.0.113.7", ...headers },
    body,
  });
  const text = await answer.text();
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(String(answer.status));
  if ([CANARY, TWILIO_TOKEN, TELEGRAM_SECRET].some((secret) => text.includes(secret)))
    faults.push("repeats a secret");
  return faults.map((fault) => `${path} ${String(body).slice(0, 120)}: ${fault}`);
}

/** Returns forms with each field omitted, repeated, or odd. */
const formsOf = (fields: Record<string, string>): Record<string, string>[] =>
  Object.keys(fields).flatMap((name) => {
    const { [name]: _, ...rest } = fields;
    return [rest, ...ODD_TEXTS.map((value) => ({ ...fields, [name]: value }))];
  });

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const encoded = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

function signed(url: string, fields: Record<string, string>): Record<string, string> {
  const sorted = [...new URLSearchParams(encoded(fields))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = `${url}${sorted.map((pair) => pair.join("")).join("")}`;
  const signature = createHmac("sha1", TWILIO_TOKEN).update(text).digest("base64");
  return { ...FORM, "X-Twilio-Signature": signature };
}

test("no field of what Twilio posts, signed or not, makes the door fail or repeat a secret", async () => {
  expect([link, message]).toEqual([expect.stringMatching(/^\w{22}$/), expect.stringMatching(/^msg_/)]);
  const faults: string[] = [];
  for (const channel of ["sms", "call"] as const)
    for (const token of ["replies", message, link, "msg_00000000never", "%00", CANARY])
      for (const fields of formsOf(TWILIO_FIELDS)) {
        const path = `/api/channels/${channel}/${token}`;
        const url = receiptUrl(BASE_URL, channel, decodeURIComponent(token));
        faults.push(...(await ask({ path, body: encoded(fields), headers: signed(url, fields) })));
      }
  const body = encoded(TWILIO_FIELDS);
  for (const headers of [FORM, { ...FORM, "X-Twilio-Signature": CANARY }])
    faults.push(...(await ask({ path: "/api/channels/sms/replies", body, headers })));
  expect(faults).toEqual([]);
});

test("no field of what a button or Pushover posts makes the door fail or repeat a secret", async () => {
  const faults: string[] = [];
  for (const channel of ["pushover", "ntfy", "email", "constructor", CANARY])
    for (const token of [link, "0".repeat(22), "%00", "%F0", "..%2F", CANARY])
      for (const fields of formsOf({ acknowledged: "1", receipt: "r".repeat(30) }))
        faults.push(
          ...(await ask({ path: `/api/channels/${channel}/${token}`, body: encoded(fields), headers: FORM })),
        );
  expect(faults).toEqual([]);
});

/** Yields copies of an object in which each part, at any depth, has each odd value. */
function* oddly(value: unknown): Generator<unknown> {
  for (const odd of [...ODD_TEXTS, null, -1, 1e19, [], {}, true]) yield odd;
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value))
    for (const odd of oddly(part)) yield { ...value, [name]: odd };
}

test("no field of a bot's update makes the door fail or repeat a secret", async () => {
  const faults: string[] = [];
  for (const { callback_query, ...update } of [UPDATE])
    for (const odd of [...oddly(update), ...oddly({ update_id: 1, callback_query })])
      for (const secret of [TELEGRAM_SECRET, CANARY])
        faults.push(
          ...(await ask({
            path: "/api/channels/telegram/updates",
            body: JSON.stringify(odd),
            headers: { "Content-Type": "application/json", "X-Telegram-Bot-Api-Secret-Token": secret },
          })),
        );
  expect(faults).toEqual([]);
});
