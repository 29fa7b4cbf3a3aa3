import type { Vault } from "../../lib/kernel/ports.ts";
import { aesVault, linkKeys } from "../../lib/kernel/runtime.vendor.ts";
import { base64UrlBytes, base64UrlText } from "../../lib/kernel/text.ts";
import type { Reads } from "./variables.ts";

const SALT = "telegram-webhook/v1";
const TEXT = "updates";

export type SecretEnv = Reads<"SERVER_SECRET" | "SERVER_SECRET_PREVIOUS">;

/** What seals the server's own texts and signs its links. */
export const serverSecrets = (env: SecretEnv) => ({
  current: env.SERVER_SECRET,
  previous: env.SERVER_SECRET_PREVIOUS,
});

/** The secret that Telegram sends along with each update: derived, so that nobody has to keep it. */
export function telegramSecret(env: SecretEnv) {
  const keys = linkKeys(SALT, serverSecrets(env));
  return {
    sign: async (): Promise<string> => base64UrlText(await keys.sign(TEXT)),
    isTelegrams: async (given: string | null): Promise<boolean> => {
      const mac = given === null ? null : base64UrlBytes(given);
      return mac !== null && (await keys.isOurs(TEXT, mac));
    },
  };
}

/**
 * Seals what a person may ask to see again; null where INGEST_KEY_ENCRYPTION_SECRET is not set: then no
 * ingest key can be revealed.
 */
export function keyVault({
  INGEST_KEY_ENCRYPTION_SECRET: current,
  INGEST_KEY_ENCRYPTION_SECRET_PREVIOUS: previous,
}: Partial<Reads<"INGEST_KEY_ENCRYPTION_SECRET" | "INGEST_KEY_ENCRYPTION_SECRET_PREVIOUS">>): Vault | null {
  return current === undefined ? null : aesVault({ current, previous });
}
