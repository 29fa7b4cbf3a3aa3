import { PASSKEYS, SESSIONS, SIGN_IN } from "../../routes/sign-in.ts";
import {
  PasskeyCreation,
  PasskeyEnded,
  PasskeyList,
  PasskeyMade,
  PasskeyRequest,
  RecoveryCodes,
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
      "The link and the code work once, for 10 minutes. The answer is the same for every address. The code opens only together with the challenge of this answer.",
    answers: {
      200: {
        description: "The same for every address, and what the code opens together with",
        json: SignInAsked,
        headers: { "Set-Cookie": "__Host-sign-in, the challenge once more" },
      },
    },
    refusals: [403, 409, 429, 500],
  },
  "account.signIn.byCode": {
    summary: "Sign in with a code",
    about:
      "A browser's challenge is its cookie. A person without a home gets one. An account that asks for a passkey needs `recovery_code` as well.",
    answers: { 200: signedIn },
    refusals: [401, 403, 429, 500],
  },
  "account.signIn.look": {
    summary: "Open a sign-in link",
    about:
      "Mail programs open links to check them, so that only the button signs in. The page names the account and the home.",
    answers: { 200: { description: "A page with one button", types: [PAGE] } },
    refusals: [404, 429, 500],
  },
  "account.signIn.byLink": {
    summary: "Sign in with a link",
    about:
      "The link works once, and not any more where its code was used. An account that asks for a passkey needs `recovery_code` as well.",
    body: LinkSignIn,
    takesForm: true,
    answers: { 200: signedIn, 303: { description: "Signed in, where a form asked", headers: COOKIE } },
    refusals: [401, 403, 429, 500],
  },
  "account.signIn.askPasskey": {
    summary: "Request a passkey challenge",
    about:
      "What a browser hands to `navigator.credentials.get()`; the same for everybody. The challenge works once, for 5 minutes, with the cookie of this answer.",
    answers: {
      200: {
        description: "WebAuthn's `PublicKeyCredentialRequestOptionsJSON`",
        json: PasskeyRequest,
        headers: { "Set-Cookie": "__Host-passkey, which the challenge belongs to" },
      },
    },
    refusals: [403, 409, 429, 500],
  },
  "account.signIn.byPasskey": {
    summary: "Sign in with a passkey",
    about:
      "`response` is WebAuthn's `AuthenticationResponseJSON`. The authenticator must have verified the person.",
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
    about: "`households` are all homes of the person, `invitations` those that wait for an answer.",
    answers: shows(SessionAnswer, "The session"),
  },
  "account.session.move": {
    summary: "Switch to another home",
    about: "The session gets a new token, and the rights that the person has there.",
    answers: { 200: signedIn },
    refusals: [404],
  },
  "account.session.prove": {
    summary: "Confirm identity",
    about:
      "A fresh code confirms it for 10 minutes; actions that can't be undone ask for it. The code is that of a new `POST /api/account/sign-in`.",
    answers: { 200: { description: "Proved, under a new token", json: Ok, headers: COOKIE } },
  },
  "account.session.askPasskey": {
    summary: "Request a passkey challenge to confirm identity",
    about: "It names the person's own passkeys, and works once, for 5 minutes, in this session.",
    answers: shows(PasskeyRequest, "WebAuthn's `PublicKeyCredentialRequestOptionsJSON`"),
    refusals: [409],
  },
  "account.session.provePasskey": {
    summary: "Confirm identity with a passkey",
    about: "Counts as a fresh code does, and no other site can ask for it in our name.",
    answers: { 200: { description: "Proved, under a new token", json: Ok, headers: COOKIE } },
  },
  "account.sessions.list": {
    summary: "List sessions",
    about: "`current` is the one that asks.",
    answers: shows(SessionList, "The sessions"),
  },
  "account.sessions.delete": {
    summary: "End a session",
    about:
      "That browser or phone has to sign in again. Ending another session than the one that asks needs a fresh proof; without it the answer is 403.",
    answers: shows(Ok, "Ended"),
  },
} satisfies WordsOf<typeof SESSIONS>;

/** The person's own, whatever their role in a home. */
export const PASSKEY_WORDS = {
  "account.passkeys.list": {
    summary: "List passkeys",
    about: "`required`: mail alone does not sign in. `recovery_codes_left` counts those that were not used.",
    answers: shows(PasskeyList, "The passkeys"),
  },
  "account.passkeys.ask": {
    summary: "Request options for a new passkey",
    about:
      "What a browser hands to `navigator.credentials.create()`. Asks for a fresh proof; works once, for 5 minutes, in this session.",
    answers: shows(PasskeyCreation, "WebAuthn's `PublicKeyCredentialCreationOptionsJSON`"),
    refusals: [403, 409],
  },
  "account.passkeys.create": {
    summary: "Add a passkey",
    about:
      "`response` is WebAuthn's `RegistrationResponseJSON`. Asks for a fresh proof. The person is told by mail.",
    answers: makes(PasskeyMade, "The passkey"),
    refusals: [403, 409],
  },
  "account.passkeys.update": {
    summary: "Rename a passkey",
    about: "The name is the person's own; the authenticator does not learn it.",
    answers: shows(Ok, "Renamed"),
  },
  "account.passkeys.delete": {
    summary: "Remove a passkey",
    about:
      "Whatever it signed in is signed out, but for this session; `end_others=true` signs out every other browser and phone. Asks for a fresh proof. 409 for the last one of an account that asks for a passkey.",
    answers: shows(PasskeyEnded, "Removed, and how many were signed out"),
    refusals: [403, 409],
  },
  "account.passkeys.rule": {
    summary: "Ask for a passkey at sign-in",
    about:
      "While `required`, a mailed link or code needs one of the recovery codes beside it. 409 without a passkey and recovery codes. Asks for a fresh proof.",
    answers: shows(PasskeyEnded, "Set, and how many were signed out"),
    refusals: [403, 409],
  },
  "account.recoveryCodes.create": {
    summary: "Make new recovery codes",
    about:
      "Ten, each for once, shown in this answer alone. Those from before stop working. Asks for a fresh proof.",
    answers: makes(RecoveryCodes, "The codes"),
    refusals: [403],
  },
} satisfies WordsOf<typeof PASSKEYS>;

export const SIGN_IN_ROUTES = [
  ...described(SIGN_IN, SIGN_IN_WORDS),
  ...described(SESSIONS, SESSION_WORDS),
  ...described(PASSKEYS, PASSKEY_WORDS),
];
