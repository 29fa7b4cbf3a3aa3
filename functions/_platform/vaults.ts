import type { Vault } from "../../lib/kernel/ports.ts";
import { aesVault } from "../../lib/kernel/web-crypto.vendor.ts";
import { type Environment, optional } from "./environment.ts";
import { serverSecrets } from "./server-secrets.ts";

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
