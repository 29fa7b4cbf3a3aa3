import type { LinkClaims, LinkKind, LinkTokens } from "../../kernel/ports.ts";
import { linkKeys, type ServerSecrets } from "../../kernel/runtime.vendor.ts";
import { base64UrlBytes, base64UrlText, digestBytes } from "../../kernel/text.ts";

/** What is signed, then the MAC in base64url. */
const SIGNED_TOKEN = /^([\w.-]{1,600})\.([\w-]{43})$/;

/** The salt is part of the key: no other token of ours counts as one. A token says the fields in their order. */
const LINKS: {
  readonly [Kind in LinkKind]: { salt: string; fields: readonly (keyof LinkClaims[Kind] & string)[] };
} = {
  decline: { salt: "decline-invitation/v1", fields: ["householdId", "email"] },
  status: { salt: "status-unsubscribe/v1", fields: ["email"] },
  report: { salt: "unsubscribe-link/v1", fields: ["householdId", "userId", "kind"] },
};

/**
 * Tokens that say what their claim says, field by field, and prove that we said it.
 * @throws Error where a secret is shorter than 32 characters
 */
export function linkTokens(secrets: ServerSecrets): LinkTokens {
  const keysOf = (kind: LinkKind) => linkKeys(LINKS[kind].salt, secrets);
  const keys = { decline: keysOf("decline"), status: keysOf("status"), report: keysOf("report") };
  return {
    sign: async (kind, claim) => {
      const said: Record<string, string> = claim;
      const parts = LINKS[kind].fields.map((field) => textOf(field, said[field]));
      const text = parts.join(".");
      return `${text}.${base64UrlText(await keys[kind].sign(text))}`;
    },
    verify: async <Kind extends LinkKind>(kind: Kind, token: string) => {
      const [, text = "", macText = ""] = SIGNED_TOKEN.exec(token) ?? [];
      const mac = digestBytes(macText);
      if (mac === null || !(await keys[kind].isOurs(text, mac))) return null;
      const parts = text.split(".");
      const said = LINKS[kind].fields.map((field, place) => [field, partOf(field, parts[place])]);
      return Object.fromEntries(said) as LinkClaims[Kind];
    },
  };
}

/** An address may hold a dot. */
const textOf = (field: string, said = ""): string =>
  field === "email" ? base64UrlText(new TextEncoder().encode(said)) : said;

const partOf = (field: string, part = ""): string =>
  field === "email" ? new TextDecoder().decode(base64UrlBytes(part) ?? undefined) : part;
