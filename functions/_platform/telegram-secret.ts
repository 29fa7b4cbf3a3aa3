import { base64UrlBytes, base64UrlText } from "../../lib/kernel/text.ts";
import { linkKeys } from "../../lib/messages/links/signers.vendor.ts";
import type { Environment } from "./environment.ts";
import { serverSecrets } from "./server-secrets.ts";

const SALT = "telegram-webhook/v1";
const TEXT = "updates";

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
