import { type LinkToken, packLinkToken } from "../domain/links/link-token.ts";
import { type LinkSecrets, linkKeys } from "./link-keys.ts";

export type LinkSigner<Claim> = {
  sign(claim: Claim): Promise<string>;
  /** Null for what is no token of ours. */
  verify(token: string): Promise<Claim | null>;
};

/**
 * Tokens that say what their claim says, and prove that we said it.
 * @throws Error where a secret is shorter than 32 characters
 */
export function linkSigner<Claim>(
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
