import {
  type DeclineSigner,
  declineSigner,
  type StatusSigner,
  statusSigner,
  type UnsubscribeSigner,
  unsubscribeSigner,
} from "../../lib/messages/links/signers.vendor.ts";
import { type SecretEnv, serverSecrets } from "./secrets.ts";

export const declineTokens = (env: SecretEnv): DeclineSigner => declineSigner(serverSecrets(env));

export const statusTokens = (env: SecretEnv): StatusSigner => statusSigner(serverSecrets(env));

export const unsubscribeTokens = (env: SecretEnv): UnsubscribeSigner => unsubscribeSigner(serverSecrets(env));
