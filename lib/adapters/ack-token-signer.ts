import { ackClaimText, unpackAckToken } from "../domain/links/ack-token.ts";
import type { SignAckToken, VerifyAckToken } from "../ports.ts";
import type { LinkSecrets } from "./link-keys.ts";
import { linkSigner } from "./link-signer.ts";

export type AckTokenSigner = { signAckToken: SignAckToken; verifyAckToken: VerifyAckToken };

const SALT = "ack-link/v1";

/**
 * Links of messages.
 * @throws Error where a secret is shorter than 32 characters
 */
export function ackTokenSigner(secrets: LinkSecrets): AckTokenSigner {
  const { sign, verify } = linkSigner(SALT, secrets, ackClaimText, unpackAckToken);
  return { signAckToken: sign, verifyAckToken: verify };
}
