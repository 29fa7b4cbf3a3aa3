import type { Context } from "hono";
import { done } from "../../lib/kernel/outcome.ts";
import type { Limited } from "../../lib/people/network.ts";
import {
  type AddPasskeyPorts,
  addPasskey,
  askToAddPasskey,
  removePasskey,
  renamePasskey,
} from "../../lib/people/passkeys/passkeys.actions.ts";
import { listPasskeys } from "../../lib/people/passkeys/passkeys.queries.ts";
import { askToProve, proveWithPasskey } from "../../lib/people/passkeys/use-passkey.actions.ts";
import {
  endSession,
  type Proved,
  type ProvePorts,
  proveSession,
  showSession,
  switchHome,
} from "../../lib/people/sessions.actions.ts";
import { listSessions } from "../../lib/people/sessions.queries.ts";
import { makes, shows } from "../../schema/openapi/route.ts";
import {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyEdit,
  PasskeyEnded,
  PasskeyList,
  PasskeyMade,
  PasskeyRemoval,
  PasskeyRequest,
} from "../../schema/wire/account/passkeys.ts";
import { SessionAnswer, SessionList } from "../../schema/wire/account/sessions.ts";
import { CodeProof, SessionMove, SignedIn } from "../../schema/wire/account/sign-in.ts";
import { Ok } from "../../schema/wire/text.ts";
import { clientIp, type Edge } from "../_http/caller.ts";
import { challengeOf, clearSessionCookie, setSessionCookie } from "../_http/cookies.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { pathId } from "../_http/require-session.ts";

export type SessionRoutePorts = ProvePorts & AddPasskeyPorts & { edge: Edge };

const PASSKEY_PATH = "/api/account/passkeys";
const COOKIE = { "Set-Cookie": "__Host-session, the new session" };
const SIGNED_IN = { description: "Signed in", json: SignedIn, headers: COOKIE };
const SESSION_PATH = "/api/account/session";

const route = routesFor<SessionRoutePorts & AddPasskeyPorts>();

/** A person's own sessions, and how they prove once more that it is them. */
export const SESSIONS = {
  "account.session.signOut": route({
    on: "POST /api/account/sign-out",
    summary: "Sign out",
    about: "Other browsers and phones stay signed in.",
    answers: shows(Ok, "Signed out"),
    refusals: [404],
    answer: (ports, c) => {
      clearSessionCookie(c);
      return endSession(ports, c.var, c.var.member.sessionId);
    },
  }),
  "account.session.get": route({
    on: `GET ${SESSION_PATH}`,
    summary: "Get the session",
    about: "`households` has all your homes, `invitations` those that wait for your answer.",
    answers: shows(SessionAnswer, "The session"),
    answer: (ports, c) => showSession(ports, c.var.member),
  }),
  "account.session.move": route({
    on: `PUT ${SESSION_PATH}`,
    body: SessionMove,
    summary: "Switch to another home",
    about: "The session gets a new token, and your role in that home.",
    answers: { 200: SIGNED_IN },
    refusals: [404],
    answer: async (ports, c, { household_id: householdId }) => {
      const moved = await switchHome(ports, c.var.member, householdId);
      if (!moved.ok) return moved;
      setSessionCookie(c, moved.value.token);
      return done({ ok: true, household_id: moved.value.householdId });
    },
  }),
  "account.session.prove": route({
    on: `POST ${SESSION_PATH}/prove`,
    tries: true,
    body: CodeProof,
    summary: "Confirm identity",
    about:
      "Actions that you can't undo require this within the 10 minutes before. Get the code with a new `POST /api/account/sign-in`.",
    answers: { 200: { description: "Confirmed, under a new token", json: Ok, headers: COOKIE } },
    answer: async (ports, c, { code, challenge = challengeOf(c) }) => {
      const given = { code, challenge, ip: clientIp(c, ports.edge) };
      return newToken(c, await proveSession(ports, c.var.member, given));
    },
  }),
  "account.session.askPasskey": route({
    on: `POST ${SESSION_PATH}/prove/passkey-options`,
    summary: "Request a confirmation challenge",
    about: "Names your own passkeys. The challenge works once, for 5 minutes, in this session.",
    answers: shows(PasskeyRequest, "WebAuthn's `PublicKeyCredentialRequestOptionsJSON`"),
    refusals: [409],
    answer: (ports, c) => askToProve(ports, c.var.member),
  }),
  "account.session.provePasskey": route({
    on: `POST ${SESSION_PATH}/prove/passkey`,
    tries: true,
    body: PasskeyAnswer,
    summary: "Confirm identity with a passkey",
    about: "Counts like a fresh code. No other site can ask for a passkey in Hearthwatch's name.",
    answers: { 200: { description: "Confirmed, under a new token", json: Ok, headers: COOKIE } },
    answer: async (ports, c, { response: answer }) =>
      newToken(c, await proveWithPasskey(ports, c.var.member, { answer, ip: clientIp(c, ports.edge) })),
  }),
  "account.sessions.list": route({
    on: "GET /api/account/sessions",
    summary: "List sessions",
    about: "`current` marks your own session.",
    answers: shows(SessionList, "The sessions"),
    answer: async (ports, { var: { member } }) => {
      const sessions = await listSessions(ports.db, member.userId, ports.clock());
      return done({ sessions: sessions.map((each) => ({ ...each, current: each.id === member.sessionId })) });
    },
  }),
  "account.sessions.delete": route({
    on: "DELETE /api/account/sessions/:id",
    summary: "End a session",
    about:
      "That browser or phone has to sign in again. To end another session than the current one, confirm your identity first; otherwise the answer is 403.",
    answers: shows(Ok, "Ended"),
    answer: (ports, c) => endSession(ports, c.var, pathId(c)),
  }),
};

/** Who has proved that it is them goes on under a new token. */
function newToken(c: Context, proved: Limited<Proved>): Limited<Ok> {
  if (!proved.ok) return proved;
  setSessionCookie(c, proved.value.token);
  return done({ ok: true });
}

/** A person's own passkeys, whichever home they look at. What makes or ends one asks for a fresh proof. */
export const PASSKEYS = {
  "account.passkeys.list": route({
    on: `GET ${PASSKEY_PATH}`,
    summary: "List passkeys",
    about: "The newest first.",
    answers: shows(PasskeyList, "The passkeys"),
    answer: async (ports, c) => done({ passkeys: await listPasskeys(ports.db, c.var.member.userId) }),
  }),
  "account.passkeys.ask": route({
    on: "POST /api/account/passkey-options",
    proof: true,
    summary: "Request options for a new passkey",
    about:
      "Returns the argument of `navigator.credentials.create()`. It works once, for 5 minutes, in this session. Confirm your identity first.",
    answers: shows(PasskeyCreation, "WebAuthn's `PublicKeyCredentialCreationOptionsJSON`"),
    refusals: [403, 409],
    answer: (ports, c) => askToAddPasskey(ports, c.var),
  }),
  "account.passkeys.create": route({
    on: `POST ${PASSKEY_PATH}`,
    proof: true,
    body: NewPasskey,
    makes: true,
    wakes: true,
    summary: "Add a passkey",
    about:
      "`response` is WebAuthn's `RegistrationResponseJSON`. Confirm your identity first. You get a mail about it.",
    answers: makes(PasskeyMade, "The passkey"),
    refusals: [403, 409],
    answer: (ports, c, { name, response: answer }) => addPasskey(ports, c.var, { name, answer }),
  }),
  "account.passkeys.update": route({
    on: `PATCH ${PASSKEY_PATH}/:id`,
    body: PasskeyEdit,
    summary: "Rename a passkey",
    about: "The name is only for you; the authenticator doesn't see it.",
    answers: shows(Ok, "Renamed"),
    answer: (ports, c, { name }) => renamePasskey(ports, c.var, { id: pathId(c), name }),
  }),
  "account.passkeys.delete": route({
    on: `DELETE ${PASSKEY_PATH}/:id`,
    proof: true,
    query: PasskeyRemoval,
    wakes: true,
    summary: "Remove a passkey",
    about:
      "Ends the sessions that it opened, except this one; `end_others=true` signs out every other browser and phone. Confirm your identity first. You can't remove the last passkey of an account that always asks for one (409).",
    answers: shows(PasskeyEnded, "Removed, with the number of ended sessions"),
    refusals: [403, 409],
    answer: (ports, c, { end_others: endOthers = false }) =>
      removePasskey(ports, c.var, { id: pathId(c), endOthers }),
  }),
};
