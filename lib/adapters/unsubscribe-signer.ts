import { unpackUnsubscribe, unsubscribeText } from "../domain/links/unsubscribe-token.ts";
import type { SignUnsubscribeToken, VerifyUnsubscribeToken } from "../ports.ts";
import type { LinkSecrets } from "./link-keys.ts";
import { linkSigner } from "./link-signer.ts";

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
  const { sign, verify } = linkSigner(SALT, secrets, unsubscribeText, unpackUnsubscribe);
  return { signUnsubscribeToken: sign, verifyUnsubscribeToken: verify };
}
