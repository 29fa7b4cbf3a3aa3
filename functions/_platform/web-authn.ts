import type { WebAuthn } from "../../lib/kernel/ports.ts";

/** Loaded only once somebody uses a passkey: its parts read certificates, and are a quarter of the group that has it. */
const load = () => import("../../lib/people/passkeys/web-authn.vendor.ts");

export const webAuthn: WebAuthn = {
  readRegistration: async (...asked) => (await load()).webAuthn.readRegistration(...asked),
  readAssertion: async (...asked) => (await load()).webAuthn.readAssertion(...asked),
};
