import { type AckTokenSigner, ackTokenSigner } from "../../lib/adapters/ack-token-signer.ts";
import { type Environment, optional, required } from "./environment.ts";

/** @throws Error when SERVER_SECRET is missing, or a secret is shorter than 32 characters */
export const ackTokens = (environment: Environment): AckTokenSigner =>
  ackTokenSigner({
    current: required(environment, "SERVER_SECRET"),
    previous: optional(environment, "SERVER_SECRET_PREVIOUS"),
  });
