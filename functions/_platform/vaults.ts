import { aesVault } from "../../lib/adapters/aes-vault.ts";
import type { Vault } from "../../lib/ports.ts";
import { type Environment, optional } from "./environment.ts";
import { serverSecrets } from "./server-secrets.ts";

/** `serverVault` seals what the service itself needs again; `keyVault` what a person may ask to see again. */
export type Vaults = {
  serverVault: Vault;
  /** Null where INGEST_KEY_ENCRYPTION_SECRET is not set: then no ingest key can be revealed. */
  keyVault: Vault | null;
};

/** @throws Error when SERVER_SECRET is missing, or a secret is shorter than 32 characters */
export function vaults(environment: Environment): Vaults {
  const keySecret = optional(environment, "INGEST_KEY_ENCRYPTION_SECRET");
  return {
    serverVault: aesVault(serverSecrets(environment)),
    keyVault:
      keySecret === undefined
        ? null
        : aesVault({
            current: keySecret,
            previous: optional(environment, "INGEST_KEY_ENCRYPTION_SECRET_PREVIOUS"),
          }),
  };
}
