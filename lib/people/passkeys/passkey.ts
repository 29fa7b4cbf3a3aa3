import { MINUTE_MS } from "../../kernel/time.ts";
import { PEOPLE_LIMITS } from "../limits.ts";

/** The installation as browsers know it ("relying party" of W3C WebAuthn Level 3). */
export type RelyingParty = { id: string; origin: string };

const NUMBERS_ONLY = /^[\d.]+$/;

/** Returns null if browsers support no passkeys for the address: it is an IP address, or not HTTPS. */
export function relyingPartyOf(baseUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(baseUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isNumber = NUMBERS_ONLY.test(hostname) || hostname.startsWith("[");
  return isNumber || (protocol !== "https:" && !isLocal) ? null : { id: hostname, origin };
}

/** The name that browsers show for the relying party. */
const PRODUCT = "Hearthwatch";
/** COSE numbers of the signature algorithms that every runtime can verify: Ed25519, ES256, RS256. */
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

/** Requires a discoverable passkey (sign-in needs no email address) that verifies the person. */
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

/** Lists no credentials, so that the person chooses among all their passkeys for this installation. */
export const requestOptions = (relyingParty: RelyingParty, challenge: string) => ({
  rpId: relyingParty.id,
  challenge,
  timeout: TIMEOUT_MS,
  userVerification: "required",
  allowCredentials: [],
});
