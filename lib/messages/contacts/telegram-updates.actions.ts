import { type AcknowledgePorts, answerAlertLink } from "../../alerts/answer.actions.ts";
import { pressReply, readUpdate, startReply, type TelegramReply } from "../../channels/telegram/update.ts";
import type { TelegramBot } from "../../kernel/ports.ts";
import { moveChat } from "../contact-points.queries.ts";
import { connectChat, waitingAddress } from "./telegram-chats.queries.ts";

/** Does what somebody asked of the bot; answers what they are told. The same update again changes nothing. */
export async function takeUpdate(ports: AcknowledgePorts, update: unknown): Promise<TelegramReply | null> {
  const act = readUpdate(update);
  switch (act?.kind) {
    case "pressed": {
      const taken = await answerAlertLink(ports, act.token, null, "telegram");
      return pressReply(act.callbackId, taken.ok, act.language);
    }
    case "started": {
      const waiting = await waitingAddress(act.code);
      const now = ports.clock();
      const isConnected = await connectChat(ports.db, { waiting, chatId: act.chatId, now });
      return startReply(act.chatId, isConnected, act.language);
    }
    case "moved":
      await moveChat(ports.db, { channel: "telegram", from: act.from, to: act.to });
      return null;
    case undefined:
      return null;
    default:
      return act satisfies never;
  }
}

export type TelegramPorts = AcknowledgePorts & { telegram: TelegramBot | null };

/** Asks for what people did with the bot, where it does not call us itself. Answers how many did something. */
export async function takeTelegramUpdates(ports: TelegramPorts): Promise<number> {
  const { telegram } = ports;
  if (telegram === null) return 0;
  const updates = await telegram.updates();
  for (const update of updates) {
    const reply = await takeUpdate(ports, update);
    if (reply !== null) await telegram.reply(reply);
  }
  return updates.length;
}
