import { LIMITS } from "../../../schema/limits.ts";
import { base62Text } from "../base62.ts";
import { DAY_MS } from "../time.ts";

/** 131 random bits: short enough for a text message, and nobody guesses it. */
const TOKEN_CHARACTERS = 22;
const TOKEN = /^[0-9A-Za-z]{22}$/;

export const newAlertToken = (random: (count: number) => Uint8Array): string =>
  base62Text(TOKEN_CHARACTERS, random);

export const isAlertToken = (text: string): boolean => TOKEN.test(text);

/** The link in a message: 25 characters after the host. */
export const alertLinkUrl = (baseUrl: string, token: string): string => `${baseUrl}/a/${token}`;

export const alertLinkExpiry = (now: Date): Date => new Date(now.getTime() + LIMITS.ackLinkDays * DAY_MS);
