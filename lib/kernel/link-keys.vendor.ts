import { SECRET_CHARACTERS_MIN } from "./web-crypto.vendor.ts";

export type LinkSecrets = {
  /** Signs; at least 32 characters, made by chance. */
  current: string;
  /** What it signed before the secret was changed still counts. */
  previous?: string | undefined;
};

/** HMAC-SHA-256 over a link's text. */
type LinkKeys = {
  sign(text: string): Promise<Uint8Array>;
  isOurs(text: string, mac: Uint8Array): Promise<boolean>;
};

const ALGORITHM = { name: "HMAC", hash: "SHA-256" };

/**
 * Keys that HKDF derives from the server's secrets. The salt is part of the key: nothing else that the same
 * secret signs or seals is ever good as such a link, nor the other way.
 * @throws Error where a secret is shorter than 32 characters
 */
export function linkKeys(salt: string, { current, previous }: LinkSecrets): LinkKeys {
  const secrets = previous === undefined ? [current] : [current, previous];
  if (secrets.some((secret) => secret.length < SECRET_CHARACTERS_MIN))
    throw new Error(`The secret of links must have at least ${SECRET_CHARACTERS_MIN} characters`);
  // The keys are kept, not the promise of them: on Workers that would belong to the request that made it.
  let keys: CryptoKey[] | undefined;
  const load = async (): Promise<CryptoKey[]> => {
    keys ??= await Promise.all(secrets.map((secret) => deriveKey(secret, salt)));
    return keys;
  };
  return {
    sign: async (text) => {
      const [key] = await load();
      if (key === undefined) throw new Error("the signer has no key");
      return new Uint8Array(await crypto.subtle.sign(ALGORITHM.name, key, utf8(text)));
    },
    isOurs: async (text, mac) => {
      const copy = Uint8Array.from(mac);
      const verdicts = (await load()).map((key) =>
        crypto.subtle.verify(ALGORITHM.name, key, copy, utf8(text)),
      );
      return (await Promise.all(verdicts)).includes(true);
    },
  };
}

async function deriveKey(secret: string, salt: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: utf8(salt), info: utf8("hmac-sha-256") };
  const algorithm = { ...ALGORITHM, length: 256 };
  return await crypto.subtle.deriveKey(derivation, material, algorithm, false, ["sign", "verify"]);
}

const utf8 = (text: string) => new TextEncoder().encode(text);
