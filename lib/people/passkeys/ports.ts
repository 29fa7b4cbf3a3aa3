import type {
  Asserted,
  AssertionAnswer,
  KnownKey,
  Registered,
  RegistrationAnswer,
  RelyingParty,
} from "./passkey.ts";

/**
 * Reads what an authenticator has answered to `challenge` (base64url) on a page of the relying party, by a
 * person whom it has verified; null for anything else. Never throws.
 */
export type WebAuthn = {
  readRegistration(
    answer: RegistrationAnswer,
    asked: { challenge: string; relyingParty: RelyingParty },
  ): Promise<Registered | null>;
  readAssertion(
    answer: AssertionAnswer,
    asked: { challenge: string; relyingParty: RelyingParty; key: KnownKey },
  ): Promise<Asserted | null>;
};
