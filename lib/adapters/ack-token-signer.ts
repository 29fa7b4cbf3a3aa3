import { ackClaimText, packAckToken, unpackAckToken } from "../domain/ack-token.ts";
import type { SignAckToken, VerifyAckToken } from "../ports.ts";
import { type LinkSecrets, linkKeys } from "./link-keys.ts";

export type AckTokenSigner = { signAckToken: SignAckToken; verifyAckToken: VerifyAckToken };

const SALT = "ack-link/v1";

/**
 * Links of messages.
 * @throws Error where a secret is shorter than 32 characters
 */
export function ackTokenSigner(secrets: LinkSecrets): AckTokenSigner {
  const { sign, isOurs } = linkKeys(SALT, secrets);
  return {
    signAckToken: async (claim) => {
      const text = ackClaimText(claim);
      return packAckToken(text, await sign(text));
    },
    verifyAckToken: async (token) => {
      const unpacked = unpackAckToken(token);
      if (unpacked === null) return null;
      return (await isOurs(unpacked.text, unpacked.mac)) ? unpacked.claim : null;
    },
  };
}
