import { PASSKEYS, SESSIONS, SIGN_IN } from "../../routes/sign-in.ts";
import {
  PasskeyCreation,
  PasskeyEnded,
  PasskeyList,
  PasskeyMade,
  PasskeyRequest,
} from "../../wire/account/passkeys.ts";
import { SessionAnswer, SessionList } from "../../wire/account/sessions.ts";
import { LinkSignIn, SignedIn, SignInAsked } from "../../wire/account/sign-in.ts";
import { Ok } from "../../wire/text.ts";
import { described, type WordsOf } from "../described.ts";
import { makes, PAGE, shows } from "../route.ts";

const COOKIE = { "Set-Cookie": "__Host-session, the new session" };
const signedIn = { description: "Signed in", json: SignedIn, headers: COOKIE };

export const SIGN_IN_WORDS = {
  "account.signIn.ask": {
    summary: "Request a sign-in email",
    about:
      "The link and the code work once, for 10 minutes. The answer is the same for every address. The code works only with the challenge of this answer.",
    answers: {
      200: {
        description: "The same for every address, with the challenge for the code",
        json: SignInAsked,
        headers: { "Set-Cookie": "__Host-sign-in, the challenge again" },
      },
    },
    refusals: [403, 409, 429, 500],
  },
  "account.signIn.byCode": {
    summary: "Sign in with a code",
    about: "A browser sends its challenge as a cookie. If you have no home yet, you get one.",
    answers: { 200: signedIn },
    refusals: [401, 403, 429, 500],
  },
  "account.signIn.look": {
    summary: "Open a sign-in link",
    about:
      "Shows a page that names the account and the home. Mail programs open links to check them, so only its button signs in.",
    answers: { 200: { description: "A page with one button", types: [PAGE] } },
    refusals: [404, 429, 500],
  },
  "account.signIn.byLink": {
    summary: "Sign in with a link",
    about: "The link works once, and not after its code was used.",
    body: LinkSignIn,
    takesForm: true,
    answers: { 200: signedIn, 303: { description: "Signed in, for a form", headers: COOKIE } },
    refusals: [401, 403, 429, 500],
  },
  "account.signIn.askPasskey": {
    summary: "Request a passkey challenge",
    about:
      "Returns the argument of `navigator.credentials.get()`, the same for everyone. The challenge works once, for 5 minutes, with the cookie of this answer.",
    answers: {
      200: {
        description: "WebAuthn's `PublicKeyCredentialRequestOptionsJSON`",
        json: PasskeyRequest,
        headers: { "Set-Cookie": "__Host-passkey, for the challenge" },
      },
    },
    refusals: [403, 409, 429, 500],
  },
  "account.signIn.byPasskey": {
    summary: "Sign in with a passkey",
    about: "`response` is WebAuthn's `AuthenticationResponseJSON`. The authenticator must verify the person.",
    answers: { 200: signedIn },
    refusals: [401, 403, 429, 500],
  },
} satisfies WordsOf<typeof SIGN_IN>;

export const SESSION_WORDS = {
  "account.session.signOut": {
    summary: "Sign out",
    about: "Other browsers and phones stay signed in.",
    answers: shows(Ok, "Signed out"),
    refusals: [404],
  },
  "account.session.get": {
    summary: "Get the session",
    about: "`households` has all your homes, `invitations` those that wait for your answer.",
    answers: shows(SessionAnswer, "The session"),
  },
  "account.session.move": {
    summary: "Switch to another home",
    about: "The session gets a new token, and your role in that home.",
    answers: { 200: signedIn },
    refusals: [404],
  },
  "account.session.prove": {
    summary: "Confirm identity",
    about:
      "Actions that you can't undo require this within the 10 minutes before. Get the code with a new `POST /api/account/sign-in`.",
    answers: { 200: { description: "Confirmed, under a new token", json: Ok, headers: COOKIE } },
  },
  "account.session.askPasskey": {
    summary: "Request a confirmation challenge",
    about: "Names your own passkeys. The challenge works once, for 5 minutes, in this session.",
    answers: shows(PasskeyRequest, "WebAuthn's `PublicKeyCredentialRequestOptionsJSON`"),
    refusals: [409],
  },
  "account.session.provePasskey": {
    summary: "Confirm identity with a passkey",
    about: "Counts like a fresh code. No other site can ask for a passkey in Hearthwatch's name.",
    answers: { 200: { description: "Confirmed, under a new token", json: Ok, headers: COOKIE } },
  },
  "account.sessions.list": {
    summary: "List sessions",
    about: "`current` marks your own session.",
    answers: shows(SessionList, "The sessions"),
  },
  "account.sessions.delete": {
    summary: "End a session",
    about:
      "That browser or phone has to sign in again. To end another session than the current one, confirm your identity first; otherwise the answer is 403.",
    answers: shows(Ok, "Ended"),
  },
} satisfies WordsOf<typeof SESSIONS>;

/** The person's own, whatever their role in a home. */
export const PASSKEY_WORDS = {
  "account.passkeys.list": {
    summary: "List passkeys",
    about: "The newest first.",
    answers: shows(PasskeyList, "The passkeys"),
  },
  "account.passkeys.ask": {
    summary: "Request options for a new passkey",
    about:
      "Returns the argument of `navigator.credentials.create()`. It works once, for 5 minutes, in this session. Confirm your identity first.",
    answers: shows(PasskeyCreation, "WebAuthn's `PublicKeyCredentialCreationOptionsJSON`"),
    refusals: [403, 409],
  },
  "account.passkeys.create": {
    summary: "Add a passkey",
    about:
      "`response` is WebAuthn's `RegistrationResponseJSON`. Confirm your identity first. You get a mail about it.",
    answers: makes(PasskeyMade, "The passkey"),
    refusals: [403, 409],
  },
  "account.passkeys.update": {
    summary: "Rename a passkey",
    about: "The name is only for you; the authenticator doesn't see it.",
    answers: shows(Ok, "Renamed"),
  },
  "account.passkeys.delete": {
    summary: "Remove a passkey",
    about:
      "Ends the sessions that it opened, except this one; `end_others=true` signs out every other browser and phone. Confirm your identity first. You can't remove the last passkey of an account that always asks for one (409).",
    answers: shows(PasskeyEnded, "Removed, with the number of ended sessions"),
    refusals: [403, 409],
  },
} satisfies WordsOf<typeof PASSKEYS>;

export const SIGN_IN_ROUTES = [
  ...described(SIGN_IN, SIGN_IN_WORDS),
  ...described(SESSIONS, SESSION_WORDS),
  ...described(PASSKEYS, PASSKEY_WORDS),
];
