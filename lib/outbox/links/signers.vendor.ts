import { linkKeys, type ServerSecrets } from "../../kernel/derived-keys.vendor.ts";
import type { DeclineClaim, StatusClaim, UnsubscribeClaim } from "../../kernel/ports.ts";
import { base64UrlBytes, base64UrlText, digestBytes } from "../../kernel/text.ts";

/** What is signed, then the MAC in base64url. */
const SIGNED_TOKEN = /^([\w.-]{1,600})\.([\w-]{43})$/;

/**
 * Tokens that say what their claim says, field by field, and prove that we said it. The salt is part of the key: no other
 * token of ours counts as one.
 * @throws Error where a secret is shorter than 32 characters
 */
function linkSigner<Claim extends Record<string, string>>(
  salt: string,
  fields: readonly (keyof Claim & string)[],
  secrets: ServerSecrets,
) {
  const keys = linkKeys(salt, secrets);
  return {
    sign: async (claim: Claim): Promise<string> => {
      const parts = fields.map((field) => (field === "email" ? addressText(claim[field]) : claim[field]));
      const text = parts.join(".");
      return `${text}.${base64UrlText(await keys.sign(text))}`;
    },
    verify: async (token: string): Promise<Claim | null> => {
      const [, text = "", macText = ""] = SIGNED_TOKEN.exec(token) ?? [];
      const mac = digestBytes(macText);
      if (mac === null || !(await keys.isOurs(text, mac))) return null;
      const parts = text.split(".");
      const said = fields.map((field, place) => [field, partOf(field, parts[place])]);
      return Object.fromEntries(said) as Claim;
    },
  };
}

/** An address may hold a dot. */
const addressText = (email = ""): string => base64UrlText(new TextEncoder().encode(email));

const partOf = (field: string, part = ""): string =>
  field === "email" ? new TextDecoder().decode(base64UrlBytes(part) ?? undefined) : part;

/** The links that decline invitations, end news of the service and end reports. */
export function linkSigners(secrets: ServerSecrets) {
  const decline = linkSigner<DeclineClaim>("decline-invitation/v1", ["householdId", "email"], secrets);
  const status = linkSigner<StatusClaim>("status-unsubscribe/v1", ["email"], secrets);
  const report = linkSigner<UnsubscribeClaim>(
    "unsubscribe-link/v1",
    ["householdId", "userId", "kind"],
    secrets,
  );
  return {
    signDeclineToken: decline.sign,
    verifyDeclineToken: decline.verify,
    signStatusToken: status.sign,
    verifyStatusToken: status.verify,
    signUnsubscribeToken: report.sign,
    verifyUnsubscribeToken: report.verify,
  };
}
