import { base64UrlText } from "../byte-text.ts";

/** A link's token taken apart; only a MAC that fits `text` makes the claim true. */
export type LinkToken<Claim> = { claim: Claim; text: string; mac: Uint8Array };

export const packLinkToken = (text: string, mac: Uint8Array): string => `${text}.${base64UrlText(mac)}`;
