import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
import { ALGORITHMS } from "./passkey.ts";
import type { WebAuthn } from "./ports.ts";

/**
 * Uses @simplewebauthn/server, which throws at each fault: a wrong origin, relying party or signature, or an unverified
 * person. The sender gets the same refusal for all of them.
 */
export const webAuthn: WebAuthn = {
  readRegistration: async ({ id, rawId, type, response }, { isOurs, relyingParty }) => {
    if (!vouchesForNothing(response.attestationObject)) return null;
    const { clientDataJSON, attestationObject, transports = [] } = response;
    const found = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports: [] },
      },
      expectedChallenge: isOurs,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    }).catch(() => null);
    if (!found?.verified) return null;
    const { id: credentialId, publicKey, counter: signatures } = found.registrationInfo.credential;
    return { credentialId, publicKey, signatures, transports };
  },
  readAssertion: async ({ id, rawId, type, response }, { isOurs, relyingParty, key }) => {
    const { userHandle, ...signed } = response;
    const found = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: userHandle === undefined ? signed : { ...signed, userHandle },
      },
      expectedChallenge: isOurs,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      credential: {
        id: key.credentialId,
        publicKey: Uint8Array.from(key.publicKey),
        counter: key.signatures,
      },
    }).catch(() => null);
    if (!found?.verified) return null;
    const { newCounter: signatures } = found.authenticationInfo;
    return { challenge: decodeClientDataJSON(signed.clientDataJSON).challenge, signatures };
  },
};

/**
 * Tells if an attestation has no statement of the authenticator's vendor. We ask for none, so browsers send nothing or
 * a self-attestation. Certificates come only from attackers, and to read them would fetch URLs that they name.
 */
function vouchesForNothing(attestationObject: string): boolean {
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = attestation.get("fmt");
    return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
  } catch {
    // The attestation isn't valid CBOR.
    return false;
  }
}
