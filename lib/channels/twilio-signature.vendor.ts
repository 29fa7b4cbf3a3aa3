import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import type { VerifyTwilio } from "./ports.ts";

/**
 * Twilio signs what it posts with the account's token (twilio.com/docs/usage/webhooks/webhooks-security). Only this file
 * of its package is imported, since its front door loads every product of Twilio's.
 */
export const verifyTwilio =
  (authToken: string): VerifyTwilio =>
  (url, fields, signature) => {
    if (signature === null) return false;
    const names = new Set(fields.keys());
    const values = Object.fromEntries([...names].map((name) => [name, fields.getAll(name)]));
    return validateRequest(authToken, signature, url, values);
  };
