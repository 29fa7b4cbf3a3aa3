export const EVIDENCE_FORMAT = "hearthwatch-evidence/1";
export const EVIDENCE_ALGORITHM = "Ed25519";
export const EVIDENCE_KEYS_PATH = "/.well-known/hearthwatch-evidence.json";

/** The digits of a public key's hash that name it. */
export const KID_DIGITS = 16;
