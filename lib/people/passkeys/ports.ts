import type { NewPasskey, PasskeyAnswer } from "../../../schema/wire/account/passkeys.ts";
import type { RelyingParty } from "./passkey.ts";

export type Registered = {
  credentialId: string;
  publicKey: Uint8Array;
  signatures: number;
  transports: string[];
};

/** A stored key, which verifies a signature. `signatures` is the authenticator's counter at its last use. */
export type KnownKey = { credentialId: string; publicKey: Uint8Array; signatures: number };

/** `isOurs` tells if an answer to this challenge (base64url) is valid now. */
type Asked = { relyingParty: RelyingParty; isOurs: (challenge: string) => Promise<boolean> };

/**
 * Verifies an authenticator's answer. Returns null unless the answer comes from a page of the relying party, and the
 * authenticator has verified the person. Never throws.
 */
export type WebAuthn = {
  readRegistration(answer: NewPasskey["response"], asked: Asked): Promise<Registered | null>;
  readAssertion(
    answer: PasskeyAnswer["response"],
    asked: Asked & { key: KnownKey },
  ): Promise<{ challenge: string; signatures: number } | null>;
};
