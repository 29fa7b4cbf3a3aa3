import type { VerifyTwilio } from "../../kernel/ports.ts";

const ALGORITHM = { name: "HMAC", hash: "SHA-1" };

/**
 * Twilio signs what it posts with the account's token: the URL as it was configured, then each field's name and value,
 * sorted by name (twilio.com/docs/usage/webhooks/webhooks-security). Compares in constant time.
 */
export const verifyTwilio =
  (authToken: string): VerifyTwilio =>
  async (url, fields, signature) => {
    const mac = bytesOf(signature);
    if (mac === null) return false;
    const sorted = [...fields].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const text = url + sorted.map(([name, value]) => name + value).join("");
    const key = await crypto.subtle.importKey("raw", utf8(authToken), ALGORITHM, false, ["verify"]);
    return await crypto.subtle.verify(ALGORITHM.name, key, mac, utf8(text));
  };

const SIGNATURE = /^[A-Za-z0-9+/]{27}=$/;

const bytesOf = (signature: string | null): Uint8Array<ArrayBuffer> | null =>
  signature !== null && SIGNATURE.test(signature)
    ? Uint8Array.from(atob(signature), (character) => character.charCodeAt(0))
    : null;

const utf8 = (text: string) => new TextEncoder().encode(text);
