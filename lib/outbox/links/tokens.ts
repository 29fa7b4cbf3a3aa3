import { base62Text } from "../../kernel/secret.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { MESSAGE_LIMITS } from "../limits.ts";

/** 131 random bits: short enough for a text message, and nobody guesses it. */
const TOKEN_CHARACTERS = 22;
const ALERT_LINK_TOKEN = /^[0-9A-Za-z]{22}$/;

export const newAlertToken = (random: (count: number) => Uint8Array): string =>
  base62Text(TOKEN_CHARACTERS, random);

export const isAlertToken = (text: string): boolean => ALERT_LINK_TOKEN.test(text);

/** The link in a message: 25 characters after the host. */
export const alertLinkUrl = (baseUrl: string, token: string): string => `${baseUrl}/a/${token}`;

/** The page of one incident for somebody without an account. */
export const responderLinkUrl = (baseUrl: string, token: string): string => `${baseUrl}/r/${token}`;

/** Where such a person says yes, and stops it. */
export const homeContactUrl = (baseUrl: string, token: string): string => `${baseUrl}/c/${token}`;

export const alertLinkExpiry = (now: Date): Date =>
  new Date(now.getTime() + MESSAGE_LIMITS.ackLinkDays * DAY_MS);

export const declineUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/invitations/decline/${token}`;

export const statusUnsubscribeUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/status/unsubscribe/${token}`;

export const unsubscribeUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/api/digest/unsubscribe/${token}`;
