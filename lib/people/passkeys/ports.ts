import type { NewPasskey, PasskeyAnswer } from "../../../schema/wire/account/passkeys.ts";
import type { RelyingParty } from "./passkey.ts";

export type Registered = {
  credentialId: string;
  publicKey: Uint8Array;
  signatures: number;
  transports: string[];
};

/** What a signature is checked with. */
export type KnownKey = { credentialId: string; publicKey: Uint8Array; signatures: number };

/** `isOurs` tells if a challenge (base64url) is one that this answer may be to. */
type Asked = { relyingParty: RelyingParty; isOurs: (challenge: string) => Promise<boolean> };

/**
 * Reads what an authenticator has answered on a page of the relying party, by a person whom it has verified; null
 * for anything else. Never throws.
 */
export type WebAuthn = {
  readRegistration(answer: NewPasskey["response"], asked: Asked): Promise<Registered | null>;
  readAssertion(
    answer: PasskeyAnswer["response"],
    asked: Asked & { key: KnownKey },
  ): Promise<{ challenge: string; signatures: number } | null>;
};
