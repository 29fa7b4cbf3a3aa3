import { beforeEach, describe, expect, test } from "vitest";
import { telegramBot } from "../../lib/channels/telegram/bot.vendor.ts";
import type { TelegramReply } from "../../lib/channels/telegram/rules.ts";
import { createTelegramLink } from "../../lib/messages/contacts/telegram.actions.ts";
import { dispatch, restOfDispatch } from "../../lib/messages/dispatch.actions.ts";
import { addContactPoint } from "../support/contacts.ts";
import { addDevice, type TestDevice } from "../support/fixtures.ts";
import { type House, openHouse } from "../support/house.ts";
import { TELEGRAM_SECRET } from "../support/services.ts";

const CHAT = 123_456_789;
const GROUP = -1_001_234_567_890;

let house: House;
let device: TestDevice;
beforeEach(async () => {
  house = await openHouse();
  device = await addDevice(house.database, house.home);
  house.sent.length = 0;
});

const update = async (body: object, secret: string | null = TELEGRAM_SECRET) =>
  await house.apps.public.request("/api/channels/telegram/updates", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(secret === null ? {} : { "X-Telegram-Bot-Api-Secret-Token": secret }),
    },
    body: JSON.stringify(body),
  });
const message = (text: string, chat = CHAT, more: object = {}) => ({
  update_id: 1,
  message: { message_id: 1, chat: { id: chat }, from: { language_code: "es-MX" }, text, ...more },
});
const press = (data: string) => ({
  update_id: 2,
  callback_query: { id: "4382bfdwdsb323b2d9", from: { id: CHAT, language_code: "en" }, data },
});
const chats = async () =>
  (
    await house.database.sql`
      select address, verified_at is not null as ok from contact_points where channel = 'telegram'
      order by address`
  ).map(({ address, ok }) => [address, ok]);

async function link(): Promise<string> {
  const actor = { type: "user", id: house.ada.userId, ip: null } as const;
  const member = { ...house.ada, householdId: house.home };
  const made = await createTelegramLink(house.services, { member: member as never, actor });
  if (!made.ok) throw new Error("no link");
  return /\?start=(\w{22})$/.exec(made.value.url)?.[1] ?? "";
}
async function leak(): Promise<string> {
  await house.post(device, { flood1: true });
  await dispatch(house.services);
  return house.sent.map(({ content }) => /\/a\/(\w{22})$/.exec(content.url ?? "")?.[1]).find(Boolean) ?? "";
}

describe("a chat", () => {
  test("is connected by the link of whoever opens it, once", async () => {
    const code = await link();
    const answer = (await (await update(message(`/start ${code}`))).json()) as TelegramReply;
    expect(answer).toMatchObject({
      method: "sendMessage",
      chat_id: String(CHAT),
      text: expect.stringContaining("Conectado"),
    });
    expect(await chats()).toEqual([[String(CHAT), true]]);
    await update(message(`/start ${code}`, 42));
    expect(await chats()).toEqual([[String(CHAT), true]]);
  });

  test("may be a group's, and is connected again without being there twice", async () => {
    await update(message(`/start@HearthTestBot ${await link()}`, GROUP));
    await update(message(`/start@HearthTestBot ${await link()}`, GROUP));
    expect(await chats()).toEqual([[String(GROUP), true]]);
  });

  test("is not connected by a link that is old or made up", async () => {
    const code = await link();
    expect(await (await update(message(`/start ${"A".repeat(22)}`))).text()).toContain("ya no es");
    house.clock.advance(61 * 60_000);
    await update(message(`/start ${code}`));
    expect((await chats()).map(([, ok]) => ok)).toEqual([false]);
  });

  test("keeps its alerts when its group gets another id, reported at once or with the answer to a message", async () => {
    await addContactPoint(house.database, house.ada.userId, "telegram", "-44");
    await update(message("", -44, { migrate_to_chat_id: GROUP }));
    expect(await chats()).toEqual([[String(GROUP), true]]);
    await house.database.sql`update contact_points set address = '-55' where channel = 'telegram'`;
    const channels = {
      ...house.services.channels,
      telegram: async () => ({ kind: "sent" as const, providerId: null, movedTo: String(GROUP) }),
    };
    await house.post(device, { flood1: true });
    await dispatch({ ...house.services, channels });
    expect(await chats()).toEqual([[String(GROUP), true]]);
  });
});

test("the button acknowledges, once, however often the update comes", async () => {
  await addContactPoint(house.database, house.ada.userId, "telegram", String(CHAT));
  const token = await leak();
  for (let time = 0; time < 2; time += 1)
    expect(await (await update(press(`ack:${token}`))).json()).toMatchObject({
      method: "answerCallbackQuery",
      text: expect.stringContaining("on it"),
    });
  expect(
    await house.database.sql`select details->>'via' as via from activity where action = 'alert_acknowledged'`,
  ).toEqual([{ via: "telegram" }]);
  expect(await (await update(press(`ack:${"A".repeat(22)}`))).text()).toContain("nothing left");
});

test("an update without Telegram's secret is refused before anything is looked up", async () => {
  house.database.resetCalls();
  for (const secret of [null, "another"]) expect((await update(message("/start"), secret)).status).toBe(401);
  expect(house.database.calls()).toBe(0);
});

test("asks the bot for updates behind a router, and answers by itself", async () => {
  const replies: TelegramReply[] = [];
  const code = await link();
  const telegram = {
    updates: async () => [message(`/start ${code}`)],
    reply: async (reply: TelegramReply) => {
      replies.push(reply);
    },
  };
  await restOfDispatch({ ...house.services, telegram });
  expect(await chats()).toEqual([[String(CHAT), true]]);
  expect(replies).toHaveLength(1);
});

test("starts without a bot that can't be reached, and logs no token", async () => {
  const reports: unknown[] = [];
  const bot = telegramBot({
    token: "123:secret",
    baseUrl: "http://127.0.0.1:9",
    webhook: null,
    clock: () => new Date(0),
    report: (event) => {
      reports.push(event);
    },
  });
  expect(await bot.updates()).toEqual([]);
  expect(await bot.updates()).toEqual([]);
  expect(reports).toHaveLength(1);
  expect(JSON.stringify(reports)).not.toContain("secret");
});
