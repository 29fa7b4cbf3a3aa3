import type { DigestText, Signatures } from "../kernel/ports.ts";
import { hexText } from "../kernel/text.ts";

const NAME = "Ed25519";

/** By Web Crypto, which Workers, Vercel's Node and plain Node have. */
export const ed25519: Signatures = {
  generate: async () => {
    const pair = (await crypto.subtle.generateKey(NAME, true, ["sign", "verify"])) as CryptoKeyPair;
    const [publicKey, privateKey] = await Promise.all([
      crypto.subtle.exportKey("raw", pair.publicKey) as Promise<ArrayBuffer>,
      crypto.subtle.exportKey("pkcs8", pair.privateKey) as Promise<ArrayBuffer>,
    ]);
    return { publicKey: new Uint8Array(publicKey), privateKey: new Uint8Array(privateKey) };
  },
  sign: async (privateKey, content) => {
    const key = await crypto.subtle.importKey("pkcs8", Uint8Array.from(privateKey), NAME, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign(NAME, key, Uint8Array.from(content)));
  },
  verify: async (publicKey, content, signature) => {
    try {
      const key = await crypto.subtle.importKey("raw", Uint8Array.from(publicKey), NAME, false, ["verify"]);
      return await crypto.subtle.verify(NAME, key, Uint8Array.from(signature), Uint8Array.from(content));
    } catch {
      // Web Crypto throws for bytes that are no key: then nothing was signed with it.
      return false;
    }
  },
};

export const digestText: DigestText = async (text) =>
  hexText(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
