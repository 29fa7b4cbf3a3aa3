import type { WebAuthn } from "../../lib/people/passkeys/ports.ts";
import { serve } from "../_platform/serve.ts";
import { services } from "../_platform/services.ts";
import { accountApp } from "./app.ts";

/** Loaded only when somebody uses a passkey: its certificate parsers are a quarter of the group's code. */
const load = () => import("../../lib/people/passkeys/web-authn.vendor.ts");

const webAuthn: WebAuthn = {
  readRegistration: async (...asked) => (await load()).webAuthn.readRegistration(...asked),
  readAssertion: async (...asked) => (await load()).webAuthn.readAssertion(...asked),
};

export default serve("account", (env) => accountApp({ ...services(env), webAuthn }));
