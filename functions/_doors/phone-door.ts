import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import { hasChallenge } from "../../lib/people/sessions.queries.ts";
import { hasPhone } from "../../lib/pucks/sessions.queries.ts";
import { decodeBody } from "../../lib/readings/decode-body.ts";
import { LIMITS } from "../../schema/limits.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { BodyBrokenOff, readBytes } from "../_http/body.ts";
import { tokensOf } from "../_http/require-companion.ts";
import { type Door, knownIf, type Presented } from "./door.ts";

const URL_ENCODED = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** What a code opens together with. */
export const ofChallenge = (token: unknown): Presented | null =>
  typeof token === "string" && isWellFormedSecret(SECRET_TYPES.signInChallenge, token)
    ? { mark: null, knownIn: (db) => knownIf(hasChallenge(db, token)) }
    : null;

/** A copy's fields; none if it can't be read; the route then reports the fault. */
export async function fieldsOf(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request.clone(), LIMITS.accountBodyBytesMax).catch((error: unknown) => {
    if (error instanceof BodyBrokenOff) return null;
    throw error;
  });
  if (!bytes?.ok) return {};
  if (URL_ENCODED.test(request.headers.get("Content-Type") ?? ""))
    return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes.value)));
  const body = decodeBody(bytes.value);
  return body.ok ? Object(body.value) : {};
}

/** Requests of the phone app: by its pair of tokens, or by the challenge of the code that it signs in with. */
export const phoneDoor: Door = async (request) => {
  const tokens = tokensOf(request);
  if (tokens !== null)
    return {
      mark: tokens.refreshToken,
      knownIn: (db) => knownIf(hasPhone(db, tokens)),
      isUnknown: ({ status }) => status === 401,
    };
  return request.method === "POST" ? ofChallenge((await fieldsOf(request)).challenge) : null;
};
