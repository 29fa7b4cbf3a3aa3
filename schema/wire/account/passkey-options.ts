import * as z from "zod";

// What a browser is handed to make or to use a passkey. Apart from `passkeys.ts`: only the document needs the shapes.

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()),
});

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3. */
export const PasskeyCreation = z.object({
  options: z.object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
    attestation: z.literal("none"),
  }),
});
export type PasskeyCreation = z.output<typeof PasskeyCreation>;

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3. */
export const PasskeyRequest = z.object({
  options: z.object({
    rpId: z.string(),
    challenge: z.string(),
    timeout: z.int(),
    userVerification: z.literal("required"),
    allowCredentials: z.array(descriptor),
  }),
});
export type PasskeyRequest = z.output<typeof PasskeyRequest>;
