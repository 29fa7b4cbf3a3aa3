import { statusText, unpackStatus } from "../domain/links/status-token.ts";
import type { SignStatusToken, VerifyStatusToken } from "../ports.ts";
import type { LinkSecrets } from "./link-keys.ts";
import { linkSigner } from "./link-signer.ts";

export type StatusSigner = { signStatusToken: SignStatusToken; verifyStatusToken: VerifyStatusToken };

const SALT = "status-unsubscribe/v1";

/**
 * The links that end news of the service.
 * @throws Error where a secret is shorter than 32 characters
 */
export function statusSigner(secrets: LinkSecrets): StatusSigner {
  const { sign, verify } = linkSigner(SALT, secrets, statusText, unpackStatus);
  return { signStatusToken: sign, verifyStatusToken: verify };
}
