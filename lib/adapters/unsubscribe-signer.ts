import { packAckToken } from "../domain/ack-token.ts";
import { unpackUnsubscribe, unsubscribeText } from "../domain/digest/unsubscribe-token.ts";
import type { SignUnsubscribeToken, VerifyUnsubscribeToken } from "../ports.ts";
import { type LinkSecrets, linkKeys } from "./link-keys.ts";

export type UnsubscribeSigner = {
  signUnsubscribeToken: SignUnsubscribeToken;
  verifyUnsubscribeToken: VerifyUnsubscribeToken;
};

const SALT = "unsubscribe-link/v1";

/**
 * The links that end reports.
 * @throws Error where a secret is shorter than 32 characters
 */
export function unsubscribeSigner(secrets: LinkSecrets): UnsubscribeSigner {
  const { sign, isOurs } = linkKeys(SALT, secrets);
  return {
    signUnsubscribeToken: async (claim) => {
      const text = unsubscribeText(claim);
      return packAckToken(text, await sign(text));
    },
    verifyUnsubscribeToken: async (token) => {
      const unpacked = unpackUnsubscribe(token);
      if (unpacked === null) return null;
      return (await isOurs(unpacked.text, unpacked.mac)) ? unpacked.claim : null;
    },
  };
}
