import { secretExists } from "../../lib/kernel/exists.queries.ts";
import type { Clock } from "../../lib/kernel/ports.ts";
import { isWellFormedSecret, secretTypeOf } from "../../lib/kernel/secret.ts";
import { acquaintanceOf, hasPasskey, hasSession, hasSignInLink } from "../../lib/people/sessions.queries.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { SignInRequest } from "../../schema/wire/account/sign-in.ts";
import { challengeIn, sessionTokenOf } from "../_http/cookies.ts";
import { validate } from "../_http/validate.ts";
import { type Door, isRefused, KNOWN, knownIf, type Presented } from "./door.ts";
import { linkIn } from "./link-door.ts";
import { fieldsOf, ofChallenge } from "./phone-door.ts";

const SIGN_IN = /^\/(?:api\/account\/)?sign-in(?=\/|$)/;

/**
 * Requests of people in a browser: by the link or the sign-in that they are at, else by their session. What signs in is
 * looked for in every cell alike, so that no time tells whose address has an account.
 */
export const personDoor =
  (clock: Clock): Door =>
  async (request) => {
    const { pathname } = new URL(request.url);
    const [, segment = "", token = ""] = pathname.split("/", 3);
    const link = linkIn(segment, token);
    if (link !== null) return link;
    const type = secretTypeOf(token);
    if (segment === "s" && type === SECRET_TYPES.shareToken)
      return { mark: token, knownIn: (db) => knownIf(secretExists(db, type, token)), isUnknown: isRefused };
    const signIn = SIGN_IN.exec(pathname)?.[0];
    if (signIn !== undefined) return await atSignIn(request, pathname.slice(signIn.length), clock());
    const session = sessionTokenOf(request);
    return session === null
      ? null
      : { mark: session, knownIn: (db) => knownIf(hasSession(db, session)), isUnknown: isSignedOut };
  };

/** What a reader without a session is answered: a program the status, a browser the way to the form. */
const isSignedOut = ({ status, headers }: Response): boolean =>
  status === 401 || (status === 303 && /^\/sign-in\b/.test(headers.get("Location") ?? ""));

async function atSignIn(request: Request, rest: string, now: Date): Promise<Presented | null> {
  const [, step = "", token = ""] = rest.split("/", 3);
  if (step === "link" && token !== "") return ofLink(token);
  if (request.method !== "POST") return null;
  const fields = await fieldsOf(request);
  switch (step) {
    case "":
      return ofAddress(fields.email, sessionTokenOf(request), now);
    case "code":
      return ofChallenge(fields.challenge ?? challengeIn(request));
    case "link":
      return ofLink(fields.token);
    case "passkey":
      return ofPasskey(Object(fields.response).id);
    default:
      return null;
  }
}

/** The cell of the account; for who has one in several, that of the session that is to be proved, else the first. */
function ofAddress(given: unknown, token: string | null, now: Date): Presented | null {
  const wish = validate(SignInRequest, { email: given });
  if (!wish.ok) return null;
  const { email } = wish.value;
  return {
    mark: null,
    knownIn: async (db) => {
      const is = await acquaintanceOf(db, { email, token, now });
      if (is.isInSession) return KNOWN.inSession;
      if (is.hasAccount) return KNOWN.yes;
      return is.isInvited ? KNOWN.invited : KNOWN.no;
    },
  };
}

const ofLink = (token: unknown): Presented | null =>
  typeof token === "string" && isWellFormedSecret(SECRET_TYPES.signInLink, token)
    ? { mark: null, knownIn: (db) => knownIf(hasSignInLink(db, token)) }
    : null;

const ofPasskey = (id: unknown): Presented | null =>
  typeof id === "string" ? { mark: null, knownIn: (db) => knownIf(hasPasskey(db, id)) } : null;
