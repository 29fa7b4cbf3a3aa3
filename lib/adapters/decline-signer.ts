import { declineText, unpackDecline } from "../domain/links/decline-token.ts";
import type { SignDeclineToken, VerifyDeclineToken } from "../ports.ts";
import type { LinkSecrets } from "./link-keys.ts";
import { linkSigner } from "./link-signer.ts";

export type DeclineSigner = { signDeclineToken: SignDeclineToken; verifyDeclineToken: VerifyDeclineToken };

const SALT = "decline-invitation/v1";

/** @throws Error where a secret is shorter than 32 characters */
export function declineSigner(secrets: LinkSecrets): DeclineSigner {
  const { sign, verify } = linkSigner(SALT, secrets, declineText, unpackDecline);
  return { signDeclineToken: sign, verifyDeclineToken: verify };
}
