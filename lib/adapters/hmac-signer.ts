import type { SignHmac } from "../ports.ts";

const ALGORITHM = { name: "HMAC", hash: "SHA-256" };

export const signHmac: SignHmac = async (secret, content) => {
  const key = await crypto.subtle.importKey("raw", Uint8Array.from(secret), ALGORITHM, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign(ALGORITHM.name, key, Uint8Array.from(content)));
};
