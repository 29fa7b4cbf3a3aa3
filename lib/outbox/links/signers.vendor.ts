import type { LinkClaims, LinkKind, LinkTokens } from "../../kernel/ports.ts";
import { linkKeys, type ServerSecrets } from "../../kernel/runtime.vendor.ts";
import { base64UrlBytes, base64UrlText, digestBytes } from "../../kernel/text.ts";

/** The signed text, a dot, and the MAC in base64url. */
const SIGNED_TOKEN = /^([\w.-]{1,600})\.([\w-]{43})$/;

/** `salt` is part of the key, so that a token of one kind never verifies as another. `fields`: the order in a token. */
const LINKS: {
  readonly [Kind in LinkKind]: { salt: string; fields: readonly (keyof LinkClaims[Kind] & string)[] };
} = {
  decline: { salt: "decline-invitation/v1", fields: ["householdId", "email"] },
  status: { salt: "status-unsubscribe/v1", fields: ["email"] },
  report: { salt: "unsubscribe-link/v1", fields: ["householdId", "userId", "kind"] },
};

/**
 * Signs and verifies link tokens: the fields of a claim in plain text, and a MAC.
 * @throws Error if a secret is shorter than 32 characters
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

/** Encodes email addresses, because they may contain the dot that separates fields. */
const textOf = (field: string, said = ""): string =>
  field === "email" ? base64UrlText(new TextEncoder().encode(said)) : said;

const partOf = (field: string, part = ""): string =>
  field === "email" ? new TextDecoder().decode(base64UrlBytes(part) ?? undefined) : part;
