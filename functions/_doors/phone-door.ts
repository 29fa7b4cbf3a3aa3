import { hasPhone } from "../../lib/pucks/sessions.queries.ts";
import { tokensOf } from "../_http/require-companion.ts";
import { type Door, knownIf } from "./door.ts";
import { fieldsOf, ofChallenge } from "./sign-in-fields.ts";

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
