import {
  type DeclineSigner,
  declineSigner,
  type StatusSigner,
  statusSigner,
  type UnsubscribeSigner,
  unsubscribeSigner,
} from "../../lib/messages/links/signers.vendor.ts";
import type { Environment } from "./environment.ts";
import { serverSecrets } from "./secrets.ts";

/** @throws Error when SERVER_SECRET is missing, or a secret is shorter than 32 characters */
export const declineTokens = (environment: Environment): DeclineSigner =>
  declineSigner(serverSecrets(environment));

/** @throws Error when SERVER_SECRET is missing, or a secret is shorter than 32 characters */
export const statusTokens = (environment: Environment): StatusSigner =>
  statusSigner(serverSecrets(environment));

/** @throws Error when SERVER_SECRET is missing, or a secret is shorter than 32 characters */
export const unsubscribeTokens = (environment: Environment): UnsubscribeSigner =>
  unsubscribeSigner(serverSecrets(environment));
