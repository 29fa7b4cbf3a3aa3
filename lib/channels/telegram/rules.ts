import type { Language } from "../../../schema/vocabulary.ts";
import { type Holder, heldText, TELEGRAM_WORDS } from "../../language/channel-words.ts";
import { objectOf } from "../answers.ts";
import { calledChannel, readKey } from "../called-rules.ts";
import { cutText, SIGNS, withLink } from "../message-parts.ts";
import { lastCharacters } from "../rules.ts";

const ACK_DATA = /^ack:([0-9A-Za-z]{22})$/;
/** In a group, the bot's name follows the command. */
const START = /^\/start(?:@\w{3,32})?\s+([0-9A-Za-z]{22})$/;

const LABEL = "Telegram";
const SERVICE = "Hearthwatch";
const LINK_CODE = /\/a\/([0-9A-Za-z]{22})$/;
/** A group that becomes a supergroup gets another id (core.telegram.org/bots/api#responseparameters). */
const MIGRATED = /"migrate_to_chat_id"\s*:\s*(-?\d{1,20})/;
const SERVER = "https://api.telegram.org";
/** A person's or a group's id (a group's is negative), or a public channel's name. */
const CHAT_ID = /^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/;
const TITLE_CHARACTERS_MAX = 1_000;
const TEXT_CHARACTERS_MAX = 4_000;

/** The actions with the bot that we handle (core.telegram.org/bots/api#update). */
type TelegramAct =
  | { kind: "pressed"; token: string; callbackId: string; language: Language }
  | { kind: "started"; code: string; chatId: string; language: Language }
  | { kind: "moved"; from: string; to: string };

/** A bot method to call as a reply; the response to a webhook may contain it. */
export type TelegramReply = { method: string; [parameter: string]: unknown };

export const ackData = (token: string): string => `ack:${token}`;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Ids are integers of up to 52 bits; a group's id is negative. */
const idOf = (value: unknown): string => (Number.isSafeInteger(value) ? String(value) : "");

const languageOf = (from: unknown): Language =>
  textOf(objectOf(from).language_code).startsWith("es") ? "es" : "en";

/** Reads an update, or returns null for anything else that people write to a bot. */
export function readUpdate(update: unknown): TelegramAct | null {
  const { callback_query, message } = objectOf(update);
  return callback_query === undefined ? readMessage(objectOf(message)) : readPress(objectOf(callback_query));
}

function readPress({ id, data, from }: ReturnType<typeof objectOf>): TelegramAct | null {
  const token = ACK_DATA.exec(textOf(data))?.[1];
  const callbackId = textOf(id);
  if (token === undefined || callbackId === "") return null;
  return { kind: "pressed", token, callbackId, language: languageOf(from) };
}

function readMessage({
  text,
  chat,
  from,
  migrate_to_chat_id,
}: ReturnType<typeof objectOf>): TelegramAct | null {
  const chatId = idOf(objectOf(chat).id);
  const to = idOf(migrate_to_chat_id);
  if (chatId === "") return null;
  if (to !== "") return { kind: "moved", from: chatId, to };
  const code = START.exec(textOf(text).trim())?.[1];
  return code === undefined ? null : { kind: "started", code, chatId, language: languageOf(from) };
}

/** `holder`: who has the alert now; null if it is over. */
export function pressReply(callbackId: string, holder: Holder | null, language: Language): TelegramReply {
  const { taken, over } = TELEGRAM_WORDS[language];
  const text = holder === null ? over : heldText(holder, language, taken);
  return { method: "answerCallbackQuery", callback_query_id: callbackId, text };
}

export const startReply = (chatId: string, isConnected: boolean, language: Language): TelegramReply => ({
  method: "sendMessage",
  chat_id: chatId,
  text: TELEGRAM_WORDS[language][isConnected ? "connected" : "unknown"],
});

/**
 * A chat with the operator's bot. The person has to write to the bot first, or add it to a group. Bold text is an
 * entity, not Markdown, so that no name can break a message (core.telegram.org/bots/api#sendmessage).
 */
export const TELEGRAM = calledChannel(LABEL, {
  needs: ["TELEGRAM_BOT_TOKEN"],
  mask: (address) => (address.startsWith("@") ? address : lastCharacters(address)),
  read: readKey("telegram", CHAT_ID),
  variables: { token: "TELEGRAM_BOT_TOKEN", baseUrl: "TELEGRAM_BASE_URL" },
  request: ({ recipient, content, isLinkInText = false }, { token, baseUrl }) => {
    const { subject, text, url, urgency = "news", linkLabel = LABEL, mayAcknowledge = false } = content;
    const code = mayAcknowledge && urgency !== "news" ? LINK_CODE.exec(url ?? "")?.[1] : undefined;
    const answer = code === undefined ? [] : [{ text: linkLabel, callback_data: ackData(code) }];
    const link =
      url === undefined || isLinkInText ? [] : [{ text: code === undefined ? linkLabel : SERVICE, url }];
    const keyboard = [...answer, ...link];
    const title = cutText(SIGNS[urgency] + subject, TITLE_CHARACTERS_MAX);
    return {
      url: `${baseUrl ?? SERVER}/bot${token}/sendMessage`,
      body: {
        chat_id: recipient,
        text: withLink(`${title}\n${text}`, isLinkInText ? url : undefined, TEXT_CHARACTERS_MAX),
        entities: [{ type: "bold", offset: 0, length: title.length }],
        link_preview_options: { is_disabled: true },
        disable_notification: urgency === "news",
        ...(keyboard.length === 0 ? {} : { reply_markup: { inline_keyboard: [keyboard] } }),
      },
    };
  },
  // "inline keyboard button URL 'http://hearth:8787/…' is invalid", "BUTTON_URL_INVALID".
  refusesLink: (body) => /button[ _]url/i.test(body),
  movedTo: (body) => MIGRATED.exec(body)?.[1] ?? null,
  // Twenty messages a minute in a group (core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this).
  pace: { per: "address", burst: 5, gapMs: 3_000 },
  answers: [
    { status: [401, 404], means: { kind: "configuration" } },
    { status: 403, means: { kind: "permanent", recipientGone: "unregistered" } },
    { status: 400, says: "chat not found", means: { kind: "permanent", recipientGone: "unregistered" } },
    // The group has moved, but the response doesn't have its new id.
    { status: 400, says: "migrate_to_chat_id", means: { kind: "permanent", recipientGone: "unregistered" } },
  ],
});
