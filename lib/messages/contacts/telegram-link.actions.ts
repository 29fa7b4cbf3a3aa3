import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { CHANNEL_LIMITS } from "../../channels/limits.ts";
import { CHANNEL_RULES } from "../../channels/registry.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Clock, Random } from "../../kernel/ports.ts";
import { newId } from "../../kernel/secret.ts";
import type { ActingMember } from "../../people/items.ts";
import { addContactPoint } from "../add-contact-point.queries.ts";
import { newAlertToken } from "../links/tokens.ts";
import { dropWaiting, waitingAddress } from "./telegram-chats.queries.ts";

export type TelegramLinkPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  /** The bot's user name; null where the operator has not told it. */
  telegramBotName: string | null;
};

/**
 * A link that opens the bot in Telegram; who presses Start there has connected that chat or group. It holds for some
 * minutes and once.
 */
export async function createTelegramLink(
  { db, clock, random, telegramBotName }: TelegramLinkPorts,
  { member, actor }: ActingMember,
): Promise<Outcome<{ url: string; group_url: string }>> {
  if (telegramBotName === null) return refuse("channel_not_configured");
  const { userId, householdId } = member;
  await dropWaiting(db, userId);
  const code = newAlertToken(random);
  const at = clock();
  const id = newId(ID_PREFIXES.contactPoint, random);
  const details = { channel: "telegram" };
  const verdict = await addContactPoint(db, {
    id,
    userId,
    channel: "telegram",
    address: await waitingAddress(code),
    sealedSecret: null,
    details: {},
    max: CHANNEL_RULES.telegram.contacts?.max ?? CHANNEL_LIMITS.calledContactsMax,
    isExclusive: false,
    code: null,
    isWaiting: true,
    entry: { householdId, at, actor, action: "contact_added", subject: id, details },
  });
  if (verdict !== "added") return refuse("too_many");
  const bot = `https://t.me/${telegramBotName}`;
  return done({ url: `${bot}?start=${code}`, group_url: `${bot}?startgroup=${code}` });
}
