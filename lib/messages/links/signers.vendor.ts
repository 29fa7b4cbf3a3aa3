import { type LinkSecrets, linkKeys } from "../../kernel/link-keys.vendor.ts";
import type {
  DeclineClaim,
  SignToken,
  StatusClaim,
  UnsubscribeClaim,
  VerifyToken,
} from "../../kernel/ports.ts";
import {
  DECLINE_LINK,
  packLinkToken,
  type SignedLink,
  STATUS_LINK,
  UNSUBSCRIBE_LINK,
  unpackLinkToken,
} from "./tokens.ts";

type LinkSigner<Claim> = { sign: SignToken<Claim>; verify: VerifyToken<Claim> };

/**
 * Tokens that say what their claim says, and prove that we said it.
 * @throws Error where a secret is shorter than 32 characters
 */
function linkSigner<Claim>(link: SignedLink<Claim>, secrets: LinkSecrets): LinkSigner<Claim> {
  const keys = linkKeys(link.salt, secrets);
  return {
    sign: async (claim) => {
      const text = link.textOf(claim);
      return packLinkToken(text, await keys.sign(text));
    },
    verify: async (token) => {
      const unpacked = unpackLinkToken(link, token);
      if (unpacked === null) return null;
      return (await keys.isOurs(unpacked.text, unpacked.mac)) ? unpacked.claim : null;
    },
  };
}

type LinkSigners = {
  signDeclineToken: SignToken<DeclineClaim>;
  verifyDeclineToken: VerifyToken<DeclineClaim>;
  signStatusToken: SignToken<StatusClaim>;
  verifyStatusToken: VerifyToken<StatusClaim>;
  signUnsubscribeToken: SignToken<UnsubscribeClaim>;
  verifyUnsubscribeToken: VerifyToken<UnsubscribeClaim>;
};

/** The links that decline invitations, end news of the service and end reports. */
export function linkSigners(secrets: LinkSecrets): LinkSigners {
  const decline = linkSigner(DECLINE_LINK, secrets);
  const status = linkSigner(STATUS_LINK, secrets);
  const unsubscribe = linkSigner(UNSUBSCRIBE_LINK, secrets);
  return {
    signDeclineToken: decline.sign,
    verifyDeclineToken: decline.verify,
    signStatusToken: status.sign,
    verifyStatusToken: status.verify,
    signUnsubscribeToken: unsubscribe.sign,
    verifyUnsubscribeToken: unsubscribe.verify,
  };
}
