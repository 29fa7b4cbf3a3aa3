import type { VerifyResend } from "../../kernel/ports.ts";
import { SECOND_MS } from "../../kernel/time.ts";
import { CHANNEL_LIMITS } from "../limits.ts";

const ALGORITHM = { name: "HMAC", hash: "SHA-256" };
const KEY_PREFIX = "whsec_";
/** `v1,` and an HMAC-SHA-256 in base64. */
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;
const SIGNATURES_MAX = 8;
const SECONDS = /^\d{1,12}$/;

/**
 * Resend signs what it posts as Svix does: the message's id, its time and the body, under the secret of the webhook
 * (docs.svix.com/receiving/verifying-payloads/how-manual). While a secret is being changed there are several
 * signatures. What is older or newer than some minutes may have been recorded, and is refused. Compares in constant time.
 */
export const verifyResend =
  (secret: string): VerifyResend =>
  async ({ id, timestamp, signature }, body, now) => {
    if (id === null || signature === null || !SECONDS.test(timestamp ?? "")) return false;
    const ageMs = Math.abs(now.getTime() - Number(timestamp) * SECOND_MS);
    if (ageMs > CHANNEL_LIMITS.providerEventAgeMs) return false;
    const key = await crypto.subtle.importKey(
      "raw",
      bytesOf(secret.replace(KEY_PREFIX, "")),
      ALGORITHM,
      false,
      ["verify"],
    );
    const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
    for (const each of signature.split(" ").slice(0, SIGNATURES_MAX)) {
      const mac = SIGNATURE.exec(each)?.[1];
      if (mac !== undefined && (await crypto.subtle.verify(ALGORITHM.name, key, bytesOf(mac), text)))
        return true;
    }
    return false;
  };

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
