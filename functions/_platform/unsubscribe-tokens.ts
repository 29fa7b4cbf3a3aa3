import { type UnsubscribeSigner, unsubscribeSigner } from "../../lib/adapters/unsubscribe-signer.ts";
import { type Environment, optional, required } from "./environment.ts";

/** @throws Error when SERVER_SECRET is missing, or a secret is shorter than 32 characters */
export const unsubscribeTokens = (environment: Environment): UnsubscribeSigner =>
  unsubscribeSigner({
    current: required(environment, "SERVER_SECRET"),
    previous: optional(environment, "SERVER_SECRET_PREVIOUS"),
  });
