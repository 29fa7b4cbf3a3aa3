import { ackClaimText, packAckToken, unpackAckToken } from "../domain/ack-token.ts";
import type { SignAckToken, VerifyAckToken } from "../ports.ts";

export type AckTokenSecrets = {
  /** Signs; at least 32 characters, made by chance. */
  current: string;
  /** What it signed before the secret was changed still counts. */
  previous?: string | undefined;
};

export type AckTokenSigner = { signAckToken: SignAckToken; verifyAckToken: VerifyAckToken };

const SECRET_CHARACTERS_MIN = 32;

/** Part of the key: nothing else that the same secret signs or seals is ever good as a link, nor the other way. */
const SALT = "ack-link/v1";
const ALGORITHM = { name: "HMAC", hash: "SHA-256" };

/**
 * Links of messages, signed with HMAC-SHA-256 under keys that HKDF derives from the server's secrets.
 * @throws Error where a secret is shorter than 32 characters
 */
export function ackTokenSigner({ current, previous }: AckTokenSecrets): AckTokenSigner {
  const secrets = previous === undefined ? [current] : [current, previous];
  if (secrets.some((secret) => secret.length < SECRET_CHARACTERS_MIN))
    throw new Error(
      `The secret of acknowledging links must have at least ${SECRET_CHARACTERS_MIN} characters`,
    );
  // The keys are kept, not the promise of them: on Workers that would belong to the request that made it.
  let keys: CryptoKey[] | undefined;
  const load = async (): Promise<CryptoKey[]> => {
    keys ??= await Promise.all(secrets.map(deriveKey));
    return keys;
  };
  return {
    signAckToken: async (claim) => {
      const [key] = await load();
      if (key === undefined) throw new Error("the signer has no key");
      const text = ackClaimText(claim);
      return packAckToken(text, new Uint8Array(await crypto.subtle.sign(ALGORITHM.name, key, utf8(text))));
    },
    verifyAckToken: async (token) => {
      const unpacked = unpackAckToken(token);
      if (unpacked === null) return null;
      const mac = Uint8Array.from(unpacked.mac);
      const verdicts = (await load()).map((key) =>
        crypto.subtle.verify(ALGORITHM.name, key, mac, utf8(unpacked.text)),
      );
      return (await Promise.all(verdicts)).includes(true) ? unpacked.claim : null;
    },
  };
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: utf8(SALT), info: utf8("hmac-sha-256") };
  const algorithm = { ...ALGORITHM, length: 256 };
  return await crypto.subtle.deriveKey(derivation, material, algorithm, false, ["sign", "verify"]);
}

const utf8 = (text: string) => new TextEncoder().encode(text);
