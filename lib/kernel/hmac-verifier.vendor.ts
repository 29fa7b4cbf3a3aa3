import type { VerifyHmac } from "./ports.ts";

const ALGORITHM = { name: "HMAC", hash: "SHA-256" };
const SIGNATURES_MAX = 5;

/**
 * WebCrypto compares in constant time; all signatures are checked, so that their order takes no time either.
 */
export const verifyHmac: VerifyHmac = async (secret, content, signatures) => {
  const raw = typeof secret === "string" ? new TextEncoder().encode(secret) : Uint8Array.from(secret);
  if (raw.length === 0 || signatures.length > SIGNATURES_MAX) return false;
  const key = await crypto.subtle.importKey("raw", raw, ALGORITHM, false, ["verify"]);
  const data = Uint8Array.from(content);
  const verdicts = await Promise.all(
    signatures.map((signature) =>
      crypto.subtle.verify(ALGORITHM.name, key, Uint8Array.from(signature), data),
    ),
  );
  return verdicts.includes(true);
};
