import { spend } from "../../lib/budget/spend.actions.ts";
import { exportPerson } from "../../lib/export/export.actions.ts";
import { done } from "../../lib/kernel/outcome.ts";
import {
  addPasskey,
  askToAddPasskey,
  type PasskeyServices,
} from "../../lib/people/passkeys/passkeys.actions.ts";
import { endSession, proveSession, showSession, switchHome } from "../../lib/people/sessions.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { makes, shows } from "../../schema/openapi/route.ts";
import { NewPasskey, PasskeyMade, PasskeyOptions } from "../../schema/wire/account/passkeys.ts";
import { SessionAnswer } from "../../schema/wire/account/sessions.ts";
import { CodeProof, PersonExport, SessionMove } from "../../schema/wire/account/sign-in.ts";
import { Ok } from "../../schema/wire/text.ts";
import { download, textStream } from "../_http/body.ts";
import { clientIp } from "../_http/caller.ts";
import { challengeOf, clearSessionCookie, setSessionCookie } from "../_http/cookies.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { actingIn } from "../_http/require-session.ts";
import { COOKIE, SIGNED_IN } from "./sign-in-routes.ts";

const PASSKEY_PATH = "/api/account/passkeys";
const SESSION_PATH = "/api/account/session";

const route = routesFor<PasskeyServices>();

/** A person's own sessions, and how they confirm their identity again. */
export const SESSIONS = {
  "account.session.signOut": route({
    on: "POST /api/account/sign-out",
    log: "signed_out",
    summary: "Sign out",
    about: "Other browsers and phones stay signed in.",
    answers: shows(Ok, "Signed out"),
    refusals: [404],
    answer: (services, c) => {
      clearSessionCookie(c);
      return endSession(services, c.var, c.var.member.sessionId);
    },
  }),
  "account.session.get": route({
    on: `GET ${SESSION_PATH}`,
    summary: "Get the session",
    about: "`households` has all your homes, `invitations` those that wait for your answer.",
    answers: shows(SessionAnswer, "The session"),
    answer: (services, c) => showSession(services, c.var.member),
  }),
  "account.session.move": route({
    on: `PUT ${SESSION_PATH}`,
    body: SessionMove,
    summary: "Switch to another home",
    about: "The session gets a new token, and your role in that home.",
    answers: { 200: SIGNED_IN },
    refusals: [404],
    answer: async (services, c, { household_id: householdId }) => {
      const moved = await switchHome(services, c.var.member, householdId);
      if (!moved.ok) return moved;
      setSessionCookie(c, moved.value.token);
      return done({ ok: true, household_id: moved.value.householdId });
    },
  }),
  "account.session.prove": route({
    on: `POST ${SESSION_PATH}/prove`,
    log: "proved",
    limit: RATE_LIMITS.signInTries,
    body: CodeProof,
    summary: "Confirm identity",
    about:
      "Actions that you can't undo require this within the 10 minutes before. Get the code with a new `POST /api/account/sign-in`.",
    answers: { 200: { description: "Confirmed, under a new token", json: Ok, headers: COOKIE } },
    answer: async (services, c, { code, challenge = challengeOf(c) }) => {
      const given = { code, challenge, ip: clientIp(c, services.edge) };
      const proved = await proveSession(services, c.var.member, given);
      if (!proved.ok) return proved;
      setSessionCookie(c, proved.value.token);
      return done({ ok: true });
    },
  }),
};

/** A person's own passkeys, in whichever home they are. Adding one needs a fresh identity check. */
export const PASSKEYS = {
  "account.passkeys.ask": route({
    on: "POST /api/account/passkey-options",
    proof: true,
    summary: "Request options for a new passkey",
    about:
      "Returns the argument of `navigator.credentials.create()`. It works once, for 5 minutes, in this session. Confirm your identity first.",
    answers: shows(PasskeyOptions, "WebAuthn's `PublicKeyCredentialCreationOptionsJSON`"),
    refusals: [403, 409],
    answer: (services, c) => askToAddPasskey(services, c.var),
  }),
  "account.passkeys.create": route({
    on: `POST ${PASSKEY_PATH}`,
    log: "passkeys_changed",
    proof: true,
    body: NewPasskey,
    makes: true,
    wakes: true,
    summary: "Add a passkey",
    about:
      "`response` is WebAuthn's `RegistrationResponseJSON`. Confirm your identity first. You get a mail about it.",
    answers: makes(PasskeyMade, "The passkey"),
    refusals: [403, 409],
    answer: (services, c, wish) => addPasskey(services, c.var, wish),
  }),
};

/** The caller's own data, whatever their role in a home. */
export const USER_ROUTES = {
  "account.user.export": route({
    on: "GET /api/account/user/export",
    proof: true,
    summary: "Export your own data",
    about:
      "For every member. Returns your account, sessions, contacts, choices, actions and messages, in every home." +
      " Confirm your identity first.",
    answers: shows(PersonExport, "A list for each table that names you"),
    refusals: [429],
    answer: async (services, c) => {
      const spent = await spend(services, actingIn(c.var), "export");
      if (!spent.ok) return spent;
      const { userId, email } = c.var.member;
      const text = textStream(exportPerson(services, { userId, email }), services.report);
      return c.body(text, 200, download("me.json", "application/json"));
    },
  }),
};
