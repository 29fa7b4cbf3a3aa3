import { base62Text } from "../../kernel/secret.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { MESSAGE_LIMITS } from "../limits.ts";

/** 131 random bits: short enough for a text message, too many to guess. */
const TOKEN_CHARACTERS = 22;

export const newAlertToken = (random: (count: number) => Uint8Array): string =>
  base62Text(TOKEN_CHARACTERS, random);

export const isAlertToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text);

const PATHS = {
  // Short for text messages: with the token, 25 characters after the host.
  alert: "a",
  responder: "r",
  homeContact: "c",
  decline: "api/invitations/decline",
  statusConfirm: "api/status/confirm",
  statusUnsubscribe: "api/status/unsubscribe",
  unsubscribe: "api/digest/unsubscribe",
};

export const linkUrl = (baseUrl: string, to: keyof typeof PATHS, token: string): string =>
  `${baseUrl}/${PATHS[to]}/${token}`;

export const alertLinkExpiry = (now: Date): Date =>
  new Date(now.getTime() + MESSAGE_LIMITS.ackLinkDays * DAY_MS);
