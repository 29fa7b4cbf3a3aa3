import type { Vault } from "../../lib/kernel/ports.ts";
import { base64UrlBytes, base64UrlText } from "../../lib/kernel/text.ts";
import { aesVault } from "../../lib/kernel/web-crypto.vendor.ts";
import { linkKeys } from "../../lib/messages/links/signers.vendor.ts";
import { type Environment, optional, required } from "./environment.ts";

const CHARACTERS_MIN = 32;

const SALT = "telegram-webhook/v1";
const TEXT = "updates";

/**
 * What seals the server's own texts and signs its links.
 * @throws Error when SERVER_SECRET is missing
 */
export const serverSecrets = (environment: Environment) => ({
  current: required(environment, "SERVER_SECRET"),
  previous: optional(environment, "SERVER_SECRET_PREVIOUS"),
});

/** @throws Error when CRON_SECRET is missing or short: a guessable one opens every job to anyone */
export function cronSecret(environment: Environment): string {
  const secret = required(environment, "CRON_SECRET");
  if (secret.length < CHARACTERS_MIN)
    throw new Error(`CRON_SECRET is shorter than ${CHARACTERS_MIN} characters`);
  return secret;
}

/** The secret that Telegram sends along with each update: derived, so that nobody has to keep it. */
export function telegramSecret(environment: Environment) {
  const keys = linkKeys(SALT, serverSecrets(environment));
  return {
    sign: async (): Promise<string> => base64UrlText(await keys.sign(TEXT)),
    isTelegrams: async (given: string | null): Promise<boolean> => {
      const mac = given === null ? null : base64UrlBytes(given);
      return mac !== null && (await keys.isOurs(TEXT, mac));
    },
  };
}

/**
 * Seals what the service itself needs again.
 * @throws Error when SERVER_SECRET is missing, or a secret is shorter than 32 characters
 */
export const serverVault = (environment: Environment): Vault => aesVault(serverSecrets(environment));

/**
 * Seals what a person may ask to see again; null where INGEST_KEY_ENCRYPTION_SECRET is not set: then no
 * ingest key can be revealed.
 * @throws Error when a secret is shorter than 32 characters
 */
export function keyVault(environment: Environment): Vault | null {
  const current = optional(environment, "INGEST_KEY_ENCRYPTION_SECRET");
  const previous = optional(environment, "INGEST_KEY_ENCRYPTION_SECRET_PREVIOUS");
  return current === undefined ? null : aesVault({ current, previous });
}
