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
import type { PASSKEY_WORDS, SESSION_WORDS } from "../../schema/openapi/routes/sign-in.ts";
import type { PASSKEYS, SESSIONS } from "../../schema/routes/sign-in.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { clientIp, type Edge } from "../_http/caller.ts";
import { challengeOf, clearSessionCookie, setSessionCookie } from "../_http/cookies.ts";
import type { Handlers } from "../_http/mounted-routes.ts";
import { pathId } from "../_http/require-session.ts";

export type SessionRoutePorts = ProvePorts & AddPasskeyPorts & { edge: Edge };

export const sessionHandlers = (
  ports: SessionRoutePorts,
): Handlers<typeof SESSIONS, typeof SESSION_WORDS> => ({
  "account.session.signOut": (c) => {
    clearSessionCookie(c);
    return endSession(ports, c.var, c.var.member.sessionId);
  },
  "account.session.get": (c) => showSession(ports, c.var.member),
  "account.session.move": async (c, { household_id: householdId }) => {
    const moved = await switchHome(ports, c.var.member, householdId);
    if (!moved.ok) return moved;
    setSessionCookie(c, moved.value.token);
    return done({ ok: true, household_id: moved.value.householdId });
  },
  "account.session.prove": async (c, { code, challenge = challengeOf(c) }) => {
    const given = { code, challenge, ip: clientIp(c, ports.edge) };
    return newToken(c, await proveSession(ports, c.var.member, given));
  },
  "account.session.askPasskey": (c) => askToProve(ports, c.var.member),
  "account.session.provePasskey": async (c, { response: answer }) =>
    newToken(c, await proveWithPasskey(ports, c.var.member, { answer, ip: clientIp(c, ports.edge) })),
  "account.sessions.list": async ({ var: { member } }) => {
    const sessions = await listSessions(ports.db, member.userId, ports.clock());
    return done({ sessions: sessions.map((each) => ({ ...each, current: each.id === member.sessionId })) });
  },
  "account.sessions.delete": (c) => endSession(ports, c.var, pathId(c)),
});

/** Who has proved that it is them goes on under a new token. */
function newToken(c: Context, proved: Limited<Proved>): Limited<Ok> {
  if (!proved.ok) return proved;
  setSessionCookie(c, proved.value.token);
  return done({ ok: true });
}

export const passkeyHandlers = (ports: AddPasskeyPorts): Handlers<typeof PASSKEYS, typeof PASSKEY_WORDS> => ({
  "account.passkeys.list": async (c) => done({ passkeys: await listPasskeys(ports.db, c.var.member.userId) }),
  "account.passkeys.ask": (c) => askToAddPasskey(ports, c.var),
  "account.passkeys.create": (c, { name, response: answer }) => addPasskey(ports, c.var, { name, answer }),
  "account.passkeys.update": (c, { name }) => renamePasskey(ports, c.var, { id: pathId(c), name }),
  "account.passkeys.delete": (c, { end_others: endOthers = false }) =>
    removePasskey(ports, c.var, { id: pathId(c), endOthers }),
});
