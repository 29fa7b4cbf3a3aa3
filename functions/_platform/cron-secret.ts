import { type Environment, required } from "./environment.ts";

const CHARACTERS_MIN = 32;

/** @throws Error when CRON_SECRET is missing or short: a guessable one opens every job to anyone */
export function cronSecret(environment: Environment): string {
  const secret = required(environment, "CRON_SECRET");
  if (secret.length < CHARACTERS_MIN)
    throw new Error(`CRON_SECRET is shorter than ${CHARACTERS_MIN} characters`);
  return secret;
}
