import type { EvidenceSigner } from "../kernel/ports.ts";
import type { ServerSecrets } from "../kernel/runtime.vendor.ts";
import { base64UrlText, hexBytes } from "../kernel/text.ts";

const NAME = "Ed25519";
const SALT = new TextEncoder().encode("evidence-key/v1");
const SEED_BITS = 256;
/** The PKCS #8 header before the 32 bytes of a private key (RFC 8410). */
const PKCS8 = hexBytes("302e020100300506032b657004220420");

/**
 * Signs with Web Crypto, which Workers, Vercel's Node and plain Node have. No key is stored: it is derived from the
 * server's secret. The previous secret's public key is published too, so that documents it signed still verify.
 */
export function evidenceSigner({ current, previous }: ServerSecrets): EvidenceSigner {
  const publicKeyOf = async (secret: string) =>
    (await crypto.subtle.exportKey("jwk", await keyOf(secret))).x ?? "";
  return {
    publicKeys: () =>
      Promise.all((previous === undefined ? [current] : [current, previous]).map(publicKeyOf)),
    sign: async (text) => {
      const content = new TextEncoder().encode(text);
      const value = new Uint8Array(await crypto.subtle.sign(NAME, await keyOf(current), content));
      return { algorithm: NAME, key: await publicKeyOf(current), value: base64UrlText(value) };
    },
  };
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), "HKDF", false, [
    "deriveBits",
  ]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: SALT, info: new TextEncoder().encode(NAME) };
  const seed = new Uint8Array(await crypto.subtle.deriveBits(derivation, material, SEED_BITS));
  return await crypto.subtle.importKey("pkcs8", new Uint8Array([...PKCS8, ...seed]), NAME, true, ["sign"]);
}
