import type { Random } from "../../lib/kernel/ports.ts";
import { base62Text } from "../../lib/kernel/secret.ts";

const SANE_REQUEST_ID = /^[\w-]{8,64}$/;
const REQUEST_ID_CHARACTERS = 20;

/** The caller's own id where it is a sane one, else a new one. */
export const requestIdOf = (given: string | undefined, random: Random): string =>
  given !== undefined && SANE_REQUEST_ID.test(given) ? given : base62Text(REQUEST_ID_CHARACTERS, random);
