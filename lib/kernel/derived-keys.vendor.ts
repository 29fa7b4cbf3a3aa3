/** A shorter secret can be guessed. */
export const SECRET_CHARACTERS_MIN = 32;

export type ServerSecrets = {
  /** Seals and signs; at least 32 characters, made by chance. */
  current: string;
  /** What was sealed and signed before the secret was changed still counts. */
  previous?: string | undefined;
};

/**
 * What is derived of each secret, the current one's first, once.
 * @throws Error where a secret is shorter than 32 characters
 */
export function keysOf<Key>(
  { current, previous }: ServerSecrets,
  derive: (secret: string) => Promise<Key>,
): () => Promise<[Key, ...Key[]]> {
  for (const { length } of [current, previous ?? current])
    if (length < SECRET_CHARACTERS_MIN)
      throw new Error(`A secret must have at least ${SECRET_CHARACTERS_MIN} characters, and has ${length}`);
  // The keys are kept, not the promise of them: on Workers that would belong to the request that made it.
  let keys: [Key, ...Key[]] | undefined;
  return async () => {
    keys ??= [await derive(current), ...(previous === undefined ? [] : [await derive(previous)])];
    return keys;
  };
}

/** By HKDF-SHA-256: salt and info are part of the key, so that what one seals or signs is no other one's. */
export async function derivedKey(
  secret: string,
  { salt, info }: { salt: string; info: string },
  algorithm: Parameters<SubtleCrypto["deriveKey"]>[2],
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: utf8(salt), info: utf8(info) };
  return await crypto.subtle.deriveKey(derivation, material, algorithm, false, usages);
}

/** HMAC-SHA-256 over a link's text. */
type LinkKeys = {
  sign(text: string): Promise<Uint8Array>;
  isOurs(text: string, mac: Uint8Array): Promise<boolean>;
};

const HMAC = { name: "HMAC", hash: "SHA-256", length: 256 };

/**
 * Keys that sign links. Nothing else that the same secret signs or seals is ever good as such a link, nor the other way.
 * @throws Error where a secret is shorter than 32 characters
 */
export function linkKeys(salt: string, secrets: ServerSecrets): LinkKeys {
  const load = keysOf(secrets, (secret) =>
    derivedKey(secret, { salt, info: "hmac-sha-256" }, HMAC, ["sign", "verify"]),
  );
  return {
    sign: async (text) => {
      const [key] = await load();
      return new Uint8Array(await crypto.subtle.sign(HMAC.name, key, utf8(text)));
    },
    isOurs: async (text, mac) => {
      const copy = Uint8Array.from(mac);
      const verdicts = (await load()).map((key) => crypto.subtle.verify(HMAC.name, key, copy, utf8(text)));
      return (await Promise.all(verdicts)).includes(true);
    },
  };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
