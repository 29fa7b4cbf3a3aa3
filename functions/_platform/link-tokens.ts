import { declineSigner, statusSigner, unsubscribeSigner } from "../../lib/messages/links/signers.vendor.ts";
import { type SecretEnv, serverSecrets } from "./secrets.ts";

export const declineTokens = (env: SecretEnv) => declineSigner(serverSecrets(env));

export const statusTokens = (env: SecretEnv) => statusSigner(serverSecrets(env));

export const unsubscribeTokens = (env: SecretEnv) => unsubscribeSigner(serverSecrets(env));
