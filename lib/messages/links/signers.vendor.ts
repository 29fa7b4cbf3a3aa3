import { type LinkSecrets, linkKeys } from "../../kernel/link-keys.vendor.ts";
import type {
  DeclineClaim,
  SignToken,
  StatusClaim,
  UnsubscribeClaim,
  VerifyToken,
} from "../../kernel/ports.ts";
import {
  declineText,
  type LinkToken,
  packLinkToken,
  statusText,
  unpackDecline,
  unpackStatus,
  unpackUnsubscribe,
  unsubscribeText,
} from "./tokens.ts";

const DECLINE_SIGNER_SALT = "decline-invitation/v1";
const STATUS_SIGNER_SALT = "status-unsubscribe/v1";
const UNSUBSCRIBE_SIGNER_SALT = "unsubscribe-link/v1";

type LinkSigner<Claim> = { sign: SignToken<Claim>; verify: VerifyToken<Claim> };

/**
 * Tokens that say what their claim says, and prove that we said it.
 * @throws Error where a secret is shorter than 32 characters
 */
function linkSigner<Claim>(
  salt: string,
  secrets: LinkSecrets,
  textOf: (claim: Claim) => string,
  unpack: (token: string) => LinkToken<Claim> | null,
): LinkSigner<Claim> {
  const keys = linkKeys(salt, secrets);
  return {
    sign: async (claim) => {
      const text = textOf(claim);
      return packLinkToken(text, await keys.sign(text));
    },
    verify: async (token) => {
      const unpacked = unpack(token);
      if (unpacked === null) return null;
      return (await keys.isOurs(unpacked.text, unpacked.mac)) ? unpacked.claim : null;
    },
  };
}

/** @throws Error where a secret is shorter than 32 characters */
export function declineSigner(secrets: LinkSecrets): {
  signDeclineToken: SignToken<DeclineClaim>;
  verifyDeclineToken: VerifyToken<DeclineClaim>;
} {
  const { sign, verify } = linkSigner(DECLINE_SIGNER_SALT, secrets, declineText, unpackDecline);
  return { signDeclineToken: sign, verifyDeclineToken: verify };
}

/**
 * The links that end news of the service.
 * @throws Error where a secret is shorter than 32 characters
 */
export function statusSigner(secrets: LinkSecrets): {
  signStatusToken: SignToken<StatusClaim>;
  verifyStatusToken: VerifyToken<StatusClaim>;
} {
  const { sign, verify } = linkSigner(STATUS_SIGNER_SALT, secrets, statusText, unpackStatus);
  return { signStatusToken: sign, verifyStatusToken: verify };
}

/**
 * The links that end reports.
 * @throws Error where a secret is shorter than 32 characters
 */
export function unsubscribeSigner(secrets: LinkSecrets): {
  signUnsubscribeToken: SignToken<UnsubscribeClaim>;
  verifyUnsubscribeToken: VerifyToken<UnsubscribeClaim>;
} {
  const { sign, verify } = linkSigner(UNSUBSCRIBE_SIGNER_SALT, secrets, unsubscribeText, unpackUnsubscribe);
  return { signUnsubscribeToken: sign, verifyUnsubscribeToken: verify };
}
