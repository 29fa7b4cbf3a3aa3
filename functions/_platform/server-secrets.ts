import { type Environment, optional, required } from "./environment.ts";

/**
 * What seals the server's own texts and signs its links.
 * @throws Error when SERVER_SECRET is missing
 */
export const serverSecrets = (environment: Environment) => ({
  current: required(environment, "SERVER_SECRET"),
  previous: optional(environment, "SERVER_SECRET_PREVIOUS"),
});
