import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { pressReply, readUpdate, startReply, type TelegramReply } from "../../channels/telegram/rules.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { newId } from "../../kernel/secret.ts";
import type { CoreServices, Services } from "../../kernel/services.actions.ts";
import { newAlertToken } from "../../outbox/links/tokens.ts";
import { type ActingMember, entryBy } from "../../people/activity.ts";
import { addContactPoint } from "../add-contact-point.queries.ts";
import { answerAlertLink } from "../answer-link.actions.ts";
import type { SendingServices } from "../attempt.actions.ts";
import { connectChat, dropWaiting, moveChat, waitingAddress } from "../contact-points.queries.ts";

/**
 * Creates the links that open our bot in a Telegram chat or group; pressing Start there connects it. They work once,
 * for some minutes, and end the person's earlier links.
 */
export async function createTelegramLink(
  { db, clock, random, telegramBotName }: Services,
  acting: ActingMember,
): Promise<Outcome<{ url: string; group_url: string }>> {
  if (telegramBotName === null) return refuse("channel_not_configured");
  const { userId } = acting.member;
  await dropWaiting(db, userId);
  const code = newAlertToken(random);
  const id = newId(ID_PREFIXES.contactPoint, random);
  const verdict = await addContactPoint(db, {
    id,
    userId,
    channel: "telegram",
    address: await waitingAddress(code),
    isWaiting: true,
    entry: entryBy(acting, clock(), "contact_added", id, { channel: "telegram" }),
  });
  if (verdict !== "added") return refuse("too_many");
  const bot = `https://t.me/${telegramBotName}`;
  return done({ url: `${bot}?start=${code}`, group_url: `${bot}?startgroup=${code}` });
}

/** Does what a person asked of the bot and returns the reply, or null for none. Idempotent. */
export async function takeUpdate(services: CoreServices, update: unknown): Promise<TelegramReply | null> {
  const act = readUpdate(update);
  switch (act?.kind) {
    case "pressed": {
      const taken = await answerAlertLink(services, act.token, null, "telegram");
      return pressReply(act.callbackId, taken.ok ? taken.value : null, act.language);
    }
    case "started": {
      const waiting = await waitingAddress(act.code);
      const now = services.clock();
      const isConnected = await connectChat(services.db, { waiting, chatId: act.chatId, now });
      return startReply(act.chatId, isConnected, act.language);
    }
    case "moved":
      await moveChat(services.db, { from: act.from, to: act.to });
      return null;
    case undefined:
      return null;
    default:
      return act satisfies never;
  }
}

/** Polls the bot's updates and handles them, on an installation without a Telegram webhook. Returns their number. */
export async function takeTelegramUpdates(services: SendingServices): Promise<number> {
  const { telegram } = services;
  if (telegram === null) return 0;
  const updates = await telegram.updates();
  for (const update of updates) {
    const reply = await takeUpdate(services, update);
    if (reply !== null) await telegram.reply(reply);
  }
  return updates.length;
}
