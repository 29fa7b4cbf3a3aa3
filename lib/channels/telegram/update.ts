import type { Language } from "../../../schema/vocabulary.ts";
import { TELEGRAM_WORDS } from "../../language/languages.ts";

/** What somebody did with the bot, as far as it concerns us (core.telegram.org/bots/api#update). */
type TelegramAct =
  | { kind: "pressed"; token: string; callbackId: string; language: Language }
  | { kind: "started"; code: string; chatId: string; language: Language }
  | { kind: "moved"; from: string; to: string };

/** A method of the bot's to be called in answer; a webhook's answer may hold one. */
export type TelegramReply = { method: string; [parameter: string]: unknown };

const ACK_DATA = /^ack:([0-9A-Za-z]{22})$/;
/** In a group the bot is named after the command. */
const START = /^\/start(?:@\w{3,32})?\s+([0-9A-Za-z]{22})$/;

/** What the button of a message carries. */
export const ackData = (token: string): string => `ack:${token}`;

type Json = { [field: string]: unknown };
const objectOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
/** Ids are whole numbers of up to 52 bits, a group's negative. */
const idOf = (value: unknown): string => (Number.isSafeInteger(value) ? String(value) : "");

const languageOf = (from: unknown): Language =>
  textOf(objectOf(from).language_code).startsWith("es") ? "es" : "en";

/** Null for everything that people write to a bot besides. */
export function readUpdate(update: unknown): TelegramAct | null {
  const { callback_query, message } = objectOf(update);
  return callback_query === undefined ? readMessage(objectOf(message)) : readPress(objectOf(callback_query));
}

function readPress({ id, data, from }: Json): TelegramAct | null {
  const token = ACK_DATA.exec(textOf(data))?.[1];
  const callbackId = textOf(id);
  if (token === undefined || callbackId === "") return null;
  return { kind: "pressed", token, callbackId, language: languageOf(from) };
}

function readMessage({ text, chat, from, migrate_to_chat_id }: Json): TelegramAct | null {
  const chatId = idOf(objectOf(chat).id);
  const to = idOf(migrate_to_chat_id);
  if (chatId === "") return null;
  if (to !== "") return { kind: "moved", from: chatId, to };
  const code = START.exec(textOf(text).trim())?.[1];
  return code === undefined ? null : { kind: "started", code, chatId, language: languageOf(from) };
}

export const pressReply = (callbackId: string, isTaken: boolean, language: Language): TelegramReply => ({
  method: "answerCallbackQuery",
  callback_query_id: callbackId,
  text: TELEGRAM_WORDS[language][isTaken ? "taken" : "over"],
});

export const startReply = (chatId: string, isConnected: boolean, language: Language): TelegramReply => ({
  method: "sendMessage",
  chat_id: chatId,
  text: TELEGRAM_WORDS[language][isConnected ? "connected" : "unknown"],
});
