import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
import { ALGORITHMS, type AssertionAnswer } from "./passkey.ts";
import type { WebAuthn } from "./ports.ts";

/**
 * By @simplewebauthn/server, which throws at each fault: another origin, another address, nobody verified, a wrong
 * signature. The sender gets the same refusal for all of them.
 */
export const webAuthn: WebAuthn = {
  readRegistration: async (answer, { challenge, relyingParty }) => {
    if (!vouchesForNothing(answer.response.attestationObject)) return null;
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: { ...answer, response: { ...answer.response, transports: [] }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    }).catch(refused);
    if (!verified || info === undefined) return null;
    const { id: credentialId, publicKey, counter: signatures } = info.credential;
    const { transports = [] } = answer.response;
    return { credentialId, publicKey, signatures, transports, backedUp: info.credentialBackedUp };
  },
  readAssertion: async (answer, { challenge, relyingParty, key }) => {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: { ...answer, response: signedIn(answer), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      credential: {
        id: key.credentialId,
        publicKey: Uint8Array.from(key.publicKey),
        counter: key.signatures,
      },
    }).catch(refused);
    return verified && info !== undefined
      ? { signatures: info.newCounter, backedUp: info.credentialBackedUp }
      : null;
  },
};

const refused = () => ({
  verified: false as const,
  registrationInfo: undefined,
  authenticationInfo: undefined,
});

/**
 * Who made the authenticator is not asked. A browser leaves its statement out, but for one that the new key has signed
 * itself; certificates come from nobody but strangers, and reading them would ask addresses that they name.
 */
function vouchesForNothing(attestationObject: string): boolean {
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = attestation.get("fmt");
    return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
  } catch {
    // What is no CBOR is no attestation.
    return false;
  }
}

const signedIn = ({ response: { userHandle, ...signed } }: AssertionAnswer) =>
  userHandle === undefined ? signed : { ...signed, userHandle };
