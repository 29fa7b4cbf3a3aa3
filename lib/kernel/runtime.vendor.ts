import type { VaultPurpose } from "../../schema/vocabulary.ts";
import type { Clock, InTime, Random, Report, Vault, VerifyHmac } from "./ports.ts";
import { base64UrlBytes, base64UrlText, hexText } from "./text.ts";

/** `work` isn't aborted if it takes longer. Its later result or error is ignored. */
export const inTime: InTime = async (work, ms) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
};

/** Writes events to the platform's log: one JSON object a line, with its time in UTC. */
export const logReport =
  (clock: Clock): Report =>
  (event) =>
    console[event.level](JSON.stringify({ time: clock(), ...event }));

/** @throws Error if `work` takes longer than `ms`; `work` isn't aborted */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const answered = await inTime(
    work.then((value) => ({ value })),
    ms,
  );
  if (answered === null) throw new Error(`No answer within ${ms} ms`);
  return answered.value;
}

/** A shorter secret can be guessed. */
export const SECRET_CHARACTERS_MIN = 32;

export type ServerSecrets = {
  /** Seals and signs. At least 32 random characters. */
  current: string;
  /** The secret before the last rotation. It still opens what it sealed and verifies what it signed. */
  previous?: string | undefined;
};

/**
 * Returns a loader of the keys derived from the secrets, the current secret's first. It derives them only once.
 * @throws Error if a secret is shorter than 32 characters
 */
function keysOf<Key>({ current, previous }: ServerSecrets, derive: (secret: string) => Promise<Key>) {
  for (const { length } of [current, previous ?? current])
    if (length < SECRET_CHARACTERS_MIN)
      throw new Error(`A secret must have at least ${SECRET_CHARACTERS_MIN} characters, and has ${length}`);
  // Caches the keys and not their promise: on Workers a promise belongs to the request that created it.
  let keys: [Key, ...Key[]] | undefined;
  return async () => {
    keys ??= [await derive(current), ...(previous === undefined ? [] : [await derive(previous)])];
    return keys;
  };
}

/** Derives a key by HKDF-SHA-256. Each use has its own salt and info, so keys of different uses never match. */
async function derivedKey(
  secret: string,
  { salt, info }: { salt: string; info: string },
  algorithm: Parameters<SubtleCrypto["deriveKey"]>[2],
  usages: KeyUsage[],
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", utf8(secret), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: utf8(salt), info: utf8(info) };
  return await crypto.subtle.deriveKey(derivation, material, algorithm, false, usages);
}

type Keyring = { kid: string; key: CryptoKey };
type Bytes = Uint8Array<ArrayBuffer>;
type Sealed = { kid: string; iv: Bytes; ciphertext: Bytes };

const IV_BYTES = 12;
const KID_BYTES = 4;
/** More than any message with its HTML. With the tag it makes 349,547 base64url characters. */
const PLAIN_BYTES_MAX = 262_144;

/** Part of every key: if it changes, everything sealed so far becomes unreadable. */
const SALT = "ingest-key-vault/v1";
const KID_LABEL = "hearthwatch/vault-kid/v1|";

/** `v1.<kid, 8 hex>.<96-bit IV>.<ciphertext and 128-bit tag>`, the last two base64url without padding. */
const SEALED = /^v1\.([\da-f]{8})\.([\w-]{16})\.([\w-]{22,349547})$/;

/**
 * A vault with AES-256-GCM, under keys that HKDF-SHA-256 derives from the configured secrets. Purpose and subject are
 * authenticated data: a sealed text copied to another row doesn't open.
 * @throws Error if a secret is shorter than 32 characters, since its key would be easy to guess
 */
export function aesVault(secrets: ServerSecrets): Vault {
  const load = keysOf(secrets, keyringOf);
  return {
    seal: async (purpose, subjectId, plain) => {
      const [keyring] = await load();
      return encrypt(keyring, purpose, subjectId, toBytes(plain));
    },
    open: async (purpose, subjectId, text) => {
      const sealed = parseSealed(text);
      const all = sealed === null ? [] : await load();
      const keyring = all.find(({ kid }) => kid === sealed?.kid);
      if (sealed === null || keyring === undefined) return null;
      const bytes = await decrypt(keyring, purpose, subjectId, sealed);
      return bytes && { text: readUtf8(bytes), bytes, isCurrent: keyring === all[0] };
    },
  };
}

/** Derives the key and its id (kid) of a secret. The kid tells which secret sealed a text, and reveals nothing else. */
async function keyringOf(secret: string): Promise<Keyring> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(KID_LABEL + secret)));
  const kid = hexText(digest.subarray(0, KID_BYTES));
  const algorithm = { name: "AES-GCM", length: 256 };
  const key = await derivedKey(secret, { salt: SALT, info: `aes-256-gcm/${kid}` }, algorithm, [
    "encrypt",
    "decrypt",
  ]);
  return { kid, key };
}

async function encrypt({ kid, key }: Keyring, purpose: VaultPurpose, subjectId: string, plain: Bytes) {
  if (plain.length > PLAIN_BYTES_MAX) throw new Error(`The vault takes ${PLAIN_BYTES_MAX} bytes at most`);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const ciphertext = await crypto.subtle.encrypt(parameters(kid, purpose, subjectId, iv), key, plain);
  return `v1.${kid}.${base64UrlText(iv)}.${base64UrlText(new Uint8Array(ciphertext))}`;
}

/** Returns null if the tag is wrong, which WebCrypto reports by throwing. */
async function decrypt(
  { kid, key }: Keyring,
  purpose: VaultPurpose,
  subjectId: string,
  { iv, ciphertext }: Sealed,
): Promise<Bytes | null> {
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt(parameters(kid, purpose, subjectId, iv), key, ciphertext),
    );
  } catch {
    return null;
  }
}

/** The authenticated data is unambiguous: the subject comes last, and no purpose contains a bar. */
const parameters = (kid: string, purpose: VaultPurpose, subjectId: string, iv: Bytes) => ({
  name: "AES-GCM",
  iv,
  additionalData: utf8(`v1|${kid}|${purpose}|${subjectId}`),
});

function parseSealed(text: string): Sealed | null {
  const [, kid, ivText, ciphertextText] = SEALED.exec(text) ?? [];
  const iv = base64UrlBytes(ivText ?? "");
  const ciphertext = base64UrlBytes(ciphertextText ?? "");
  return kid === undefined || iv === null || ciphertext === null ? null : { kid, iv, ciphertext };
}

const readUtf8 = (bytes: Bytes): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

const toBytes = (plain: string | Uint8Array): Bytes =>
  typeof plain === "string" ? utf8(plain) : Uint8Array.from(plain);

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

const HMAC = { name: "HMAC", hash: "SHA-256" };
const SIGNATURES_MAX = 5;

/** WebCrypto compares in constant time. All signatures are checked, so that timing doesn't reveal which one matched. */
export const verifyHmac: VerifyHmac = async (secret, content, signatures) => {
  const raw = typeof secret === "string" ? new TextEncoder().encode(secret) : Uint8Array.from(secret);
  if (raw.length === 0 || signatures.length > SIGNATURES_MAX) return false;
  const key = await crypto.subtle.importKey("raw", raw, HMAC, false, ["verify"]);
  const data = Uint8Array.from(content);
  const verdicts = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify(HMAC.name, key, Uint8Array.from(signature), data)),
  );
  return verdicts.includes(true);
};

export const webRandom: Random = (count) => crypto.getRandomValues(new Uint8Array(count));

/** Signs and verifies a link's text with HMAC-SHA-256. */
type LinkKeys = {
  sign(text: string): Promise<Uint8Array>;
  isOurs(text: string, mac: Uint8Array): Promise<boolean>;
};

const LINK_HMAC = { ...HMAC, length: 256 };

/**
 * Returns keys that sign links. Nothing else that the same secret signs or seals passes as such a link, or vice versa.
 * @throws Error if a secret is shorter than 32 characters
 */
export function linkKeys(salt: string, secrets: ServerSecrets): LinkKeys {
  const load = keysOf(secrets, (secret) =>
    derivedKey(secret, { salt, info: "hmac-sha-256" }, LINK_HMAC, ["sign", "verify"]),
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
