import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import type { VerifyTwilio } from "./ports.ts";

/**
 * Verifies Twilio's signature by the account's token (twilio.com/docs/usage/webhooks/webhooks-security). Imports only
 * one file of the package, because its main entry loads all of Twilio's products.
 */
export const verifyTwilio =
  (authToken: string): VerifyTwilio =>
  (url, fields, signature) => {
    if (signature === null) return false;
    const names = new Set(fields.keys());
    const values = Object.fromEntries([...names].map((name) => [name, fields.getAll(name)]));
    return validateRequest(authToken, signature, url, values);
  };
