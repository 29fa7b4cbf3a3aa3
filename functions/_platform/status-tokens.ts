import { type StatusSigner, statusSigner } from "../../lib/messages/links/signers.vendor.ts";
import type { Environment } from "./environment.ts";
import { serverSecrets } from "./server-secrets.ts";

/** @throws Error when SERVER_SECRET is missing, or a secret is shorter than 32 characters */
export const statusTokens = (environment: Environment): StatusSigner =>
  statusSigner(serverSecrets(environment));
