import { NewPasskey, PasskeyAnswer, PasskeyEdit, PasskeyRemoval } from "../wire/account/passkeys.ts";
import { CodeProof, CodeSignIn, SessionMove, SignInRequest } from "../wire/account/sign-in.ts";
import type { Routes } from "./route.ts";

const SIGN_IN_PATH = "/api/account/sign-in";
const SESSION_PATH = "/api/account/session";
const PASSKEY_PATH = "/api/account/passkeys";

/** Nobody need be signed in for these, but they are for our own pages alone. */
export const SIGN_IN = {
  "account.signIn.ask": { on: `POST ${SIGN_IN_PATH}`, open: true, body: SignInRequest, wakes: true },
  "account.signIn.byCode": { on: `POST ${SIGN_IN_PATH}/code`, open: true, tries: true, body: CodeSignIn },
  // A GET changes nothing: mail scanners open links before people do.
  "account.signIn.look": { on: `GET ${SIGN_IN_PATH}/link/:token`, open: true, tries: true },
  "account.signIn.byLink": { on: `POST ${SIGN_IN_PATH}/link`, open: true, tries: true },
  "account.signIn.askPasskey": { on: `POST ${SIGN_IN_PATH}/passkey-options`, open: true, tries: true },
  "account.signIn.byPasskey": {
    on: `POST ${SIGN_IN_PATH}/passkey`,
    open: true,
    tries: true,
    body: PasskeyAnswer,
  },
} as const satisfies Routes;

/** A person's own sessions, and how they prove once more that it is them. */
export const SESSIONS = {
  "account.session.signOut": { on: "POST /api/account/sign-out" },
  "account.session.get": { on: `GET ${SESSION_PATH}` },
  "account.session.move": { on: `PUT ${SESSION_PATH}`, body: SessionMove },
  "account.session.prove": { on: `POST ${SESSION_PATH}/prove`, tries: true, body: CodeProof },
  "account.session.askPasskey": { on: `POST ${SESSION_PATH}/prove/passkey-options` },
  "account.session.provePasskey": {
    on: `POST ${SESSION_PATH}/prove/passkey`,
    tries: true,
    body: PasskeyAnswer,
  },
  "account.sessions.list": { on: "GET /api/account/sessions" },
  "account.sessions.delete": { on: "DELETE /api/account/sessions/:id" },
} as const satisfies Routes;

/** A person's own passkeys, whichever home they look at. What makes or ends one asks for a fresh proof. */
export const PASSKEYS = {
  "account.passkeys.list": { on: `GET ${PASSKEY_PATH}` },
  "account.passkeys.ask": { on: "POST /api/account/passkey-options", proof: true },
  "account.passkeys.create": {
    on: `POST ${PASSKEY_PATH}`,
    proof: true,
    body: NewPasskey,
    makes: true,
    wakes: true,
  },
  "account.passkeys.update": { on: `PATCH ${PASSKEY_PATH}/:id`, body: PasskeyEdit },
  "account.passkeys.delete": {
    on: `DELETE ${PASSKEY_PATH}/:id`,
    proof: true,
    query: PasskeyRemoval,
    wakes: true,
  },
} as const satisfies Routes;
