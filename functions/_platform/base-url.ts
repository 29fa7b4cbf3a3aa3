import { type Environment, required } from "./environment.ts";

/**
 * `https://host`, without a slash at its end, as links and ingest URLs begin.
 * @throws Error when BASE_URL is missing or no URL
 */
export const baseUrl = (environment: Environment): string =>
  new URL(required(environment, "BASE_URL")).origin;
