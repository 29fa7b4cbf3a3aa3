import { timingSafeEqual } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { SECOND_MS } from "../../kernel/time.ts";
import { CHANNEL_LIMITS } from "../limits.ts";
import type { VerifyResend } from "../ports.ts";

const SIGNATURES_MAX = 8;
const SECONDS = /^\d{1,12}$/;

/**
 * Resend signs what it posts as Svix does, which Standard Webhooks describes. While a secret is being changed there are
 * several signatures. An event that is some minutes older or newer than `now` may have been recorded, and is refused;
 * the package itself could only compare with the machine's clock.
 */
export const verifyResend =
  (secret: string): VerifyResend =>
  ({ id, timestamp, signature }, body, now) => {
    if (id === null || signature === null || !SECONDS.test(timestamp ?? "")) return false;
    const signedAt = new Date(Number(timestamp) * SECOND_MS);
    if (Math.abs(now.getTime() - signedAt.getTime()) > CHANNEL_LIMITS.providerEventAgeMs) return false;
    const expected = Buffer.from(new Webhook(secret).sign(id, signedAt, body));
    return signature
      .split(" ")
      .slice(0, SIGNATURES_MAX)
      .some((each) => isSame(Buffer.from(each), expected));
  };

const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
