import { MINUTE_MS } from "../../kernel/time.ts";
import { PEOPLE_LIMITS } from "../limits.ts";

/** Whom a browser makes passkeys for (W3C WebAuthn Level 3, "relying party"): one installation. */
export type RelyingParty = { id: string; origin: string };

/** What an authenticator answers, as browsers write it in JSON: binary in base64url. */
export type RegistrationAnswer = {
  id: string;
  rawId: string;
  type: "public-key";
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined };
};
export type AssertionAnswer = {
  id: string;
  rawId: string;
  type: "public-key";
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string | undefined;
  };
};

export type Registered = {
  credentialId: string;
  publicKey: Uint8Array;
  signatures: number;
  transports: string[];
  backedUp: boolean;
};
/** What a signature is checked with. */
export type KnownKey = { credentialId: string; publicKey: Uint8Array; signatures: number };
export type Asserted = { signatures: number; backedUp: boolean };

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

export type Credential = { credentialId: string; transports: string[] };

const descriptorOf = ({ credentialId: id, transports }: Credential) => ({
  id,
  type: "public-key" as const,
  transports,
});

type Registering = {
  relyingParty: RelyingParty;
  challenge: string;
  /** The person's id in base64url. */
  userHandle: string;
  email: string;
  known: readonly Credential[];
};

/** `PublicKeyCredentialCreationOptionsJSON`: a passkey that its authenticator finds by itself, and that asks who is there. */
export const registrationOptions = ({ relyingParty, challenge, userHandle, email, known }: Registering) => ({
  rp: { id: relyingParty.id, name: PRODUCT },
  user: { id: userHandle, name: email, displayName: email },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg: number) => ({ type: "public-key" as const, alg })),
  timeout: TIMEOUT_MS,
  excludeCredentials: known.map(descriptorOf),
  authenticatorSelection: {
    residentKey: "required" as const,
    requireResidentKey: true as const,
    userVerification: "required" as const,
  },
  attestation: "none" as const,
});
export type RegistrationOptions = ReturnType<typeof registrationOptions>;

/** `PublicKeyCredentialRequestOptionsJSON`; without known ones the person chooses among all of this address. */
export const requestOptions = (
  relyingParty: RelyingParty,
  challenge: string,
  known: readonly Credential[] = [],
) => ({
  rpId: relyingParty.id,
  challenge,
  timeout: TIMEOUT_MS,
  userVerification: "required" as const,
  allowCredentials: known.map(descriptorOf),
});
export type RequestOptions = ReturnType<typeof requestOptions>;

/**
 * The counter went up, or the authenticator counts nothing: what has been copied off an authenticator falls
 * behind (WebAuthn Level 3, section 6.1.1).
 */
export const countsOn = (before: number, now: number): boolean => now > before || (now === 0 && before === 0);
