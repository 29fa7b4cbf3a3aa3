import { MINUTE_MS } from "../../kernel/time.ts";
import { PEOPLE_LIMITS } from "../limits.ts";

/** Whom a browser makes passkeys for (W3C WebAuthn Level 3, "relying party"): one installation. */
export type RelyingParty = { id: string; origin: string };

const NUMBERS_ONLY = /^[\d.]+$/;

/** Null where browsers make no passkeys for an address: it is a number, or not encrypted. */
export function relyingPartyOf(baseUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isNumber = NUMBERS_ONLY.test(hostname) || hostname.startsWith("[");
  return isNumber || (protocol !== "https:" && !isLocal) ? null : { id: hostname, origin };
}

/** The browser's own words are shown beside it: whose passkey, and for what. */
const PRODUCT = "Hearthwatch";
/** Signatures that every runtime checks, by their COSE numbers: Ed25519, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257] as const;
const TIMEOUT_MS = PEOPLE_LIMITS.passkeyChallengeMinutes * MINUTE_MS;

type Registering = {
  relyingParty: RelyingParty;
  challenge: string;
  /** The person's id in base64url. */
  userHandle: string;
  email: string;
  known: readonly { credentialId: string; transports: string[] }[];
};

/** A passkey that its authenticator finds by itself, and that asks who is there. */
export const registrationOptions = ({ relyingParty, challenge, userHandle, email, known }: Registering) => ({
  rp: { id: relyingParty.id, name: PRODUCT },
  user: { id: userHandle, name: email, displayName: email },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
  timeout: TIMEOUT_MS,
  excludeCredentials: known.map(({ credentialId: id, transports }) => ({
    id,
    type: "public-key",
    transports,
  })),
  authenticatorSelection: {
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  },
  attestation: "none",
});

/** The person chooses among all passkeys of this address. */
export const requestOptions = (relyingParty: RelyingParty, challenge: string) => ({
  rpId: relyingParty.id,
  challenge,
  timeout: TIMEOUT_MS,
  userVerification: "required",
  allowCredentials: [],
});
