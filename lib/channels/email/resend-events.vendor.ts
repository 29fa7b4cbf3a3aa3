import { timingSafeEqual } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { SECOND_MS } from "../../kernel/time.ts";
import { CHANNEL_LIMITS } from "../limits.ts";
import type { VerifyResend } from "../ports.ts";

const SIGNATURES_MAX = 8;
const SECONDS = /^\d{1,12}$/;

/**
 * Verifies Resend's signature, which follows Svix and Standard Webhooks; there are several while a secret is rotated.
 * Refuses events some minutes older or newer than `now`, which could be replays. We check the time ourselves, because
 * the package can only compare it with the system clock.
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
