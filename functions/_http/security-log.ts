import type { Context } from "hono";
import type { Report } from "../../lib/kernel/ports.ts";
import { secretTypeOf } from "../../lib/kernel/secret.ts";
import type { Acting, ActingMember } from "../../lib/people/items.ts";
import type { ProblemName, Problems } from "../../schema/problems.ts";
import type { SecretType, SecurityAct } from "../../schema/vocabulary.ts";

const QUIET: readonly SecurityAct[] = [
  "signed_in",
  "signed_out",
  "secret_created",
  "secret_rotated",
  "secret_revoked",
  "proved",
  "rights_changed",
];

const SIGN_IN: Told = { done: "signed_in", refused: "sign_in_failed" };
const SIGN_OUT: Told = { done: "signed_out" };
const CREATED: Told = { done: "secret_created" };
const REVEALED: Told = { done: "secret_revealed" };
const ROTATED: Told = { done: "secret_rotated" };
const REVOKED: Told = { done: "secret_revoked" };
const PROVED: Told = { done: "proved", refused: "proof_failed" };
const ENDED: Told = { done: "sessions_ended" };
const HOME_DELETED: Told = { done: "home_deleted" };
const ACCOUNT_DELETED: Told = { done: "account_deleted" };
const PASSKEYS: Told = { done: "passkeys_changed" };
const RIGHTS: Told = { done: "rights_changed" };

/** `told`: details of the answer that the route alone doesn't show. */
type Known = Partial<ActingMember> & {
  acting?: Acting;
  problem?: ProblemName;
  problems?: Problems;
  ip?: string;
  told?: SecurityAct;
};

/**
 * The line of the security log that this answer is worth; null for most. It names the route as its `path` is
 * registered, so that no token of a path is ever in it, and ids, never a secret.
 */
export function securityLine(
  c: Context,
  path: string,
  requestId: string,
  routes: SecurityRoutes,
): Parameters<Report>[0] | null {
  const known = c.var as Known;
  const route = `${c.req.method} ${path}`;
  // A page redirects people who must sign in or confirm their identity: the refusal is logged all the same.
  const status = (known.problem && known.problems?.[known.problem]?.status) ?? c.res.status;
  const secret = status === 401 || status === 404 ? (presentedSecret(c)?.type ?? null) : null;
  const act = status < 400 && known.told ? known.told : actOf(status, routes[route], known.problem, secret);
  if (act === null) return null;
  const actor = known.acting?.actor ?? known.actor;
  const details = {
    household_id: known.acting?.householdId ?? known.member?.householdId,
    actor_type: actor?.type,
    actor_id: actor?.id ?? undefined,
    ip: actor?.ip ?? known.ip,
    reason: known.problem,
    secret_type: secret ?? undefined,
  };
  const level = status < 400 && QUIET.includes(act) ? "info" : "warn";
  return { level, event: "security", act, request_id: requestId, route, status: c.res.status, ...details };
}

function actOf(
  status: number,
  told: SecurityRoutes[string] | undefined,
  problem: ProblemName | undefined,
  secret: SecretType | null,
): SecurityAct | null {
  if (status < 400) return told?.done ?? null;
  if (status === 429) return "limit_hit";
  if (status === 403) return "right_refused";
  if (problem === "bad_signature") return "signature_refused";
  // The pages of signing in word their refusals themselves, and name no problem.
  const isWrongProof = problem === "bad_sign_in" || problem === undefined;
  if (status === 401 && isWrongProof && told?.refused !== undefined) return told.refused;
  return secret && "token_unknown";
}

/** The first well-formed secret, including its checksum, in a request. It may be unknown. */
function presentedSecret(c: Context): { type: SecretType; text: string } | null {
  const presented = [
    c.req.header("Authorization")?.split(" ").at(-1),
    c.req.header("X-Ingest-Key"),
    ...(c.req.header("Cookie")?.split(/[=;\s]+/) ?? []),
    ...c.req.path.split("/"),
  ];
  for (const text of presented) {
    const type = text ? secretTypeOf(text) : null;
    if (text && type !== null) return { type, text };
  }
  return null;
}

/** What a success of the route tells the security log, and what its 401 does. */
type Told = { done: SecurityAct; refused?: SecurityAct };

export type SecurityRoutes = Readonly<Record<string, Told>>;

/**
 * Every route of the API that signs somebody in or out, changes somebody's rights, or makes, shows, changes or ends a
 * secret: `METHOD /template`.
 */
export const API_SECURITY_ROUTES: SecurityRoutes = {
  "POST /api/account/sign-in/code": SIGN_IN,
  "POST /api/account/sign-in/link": SIGN_IN,
  "POST /api/account/sign-in/passkey": SIGN_IN,
  "POST /api/companion/session": SIGN_IN,
  "POST /api/account/session/prove": PROVED,
  "POST /api/account/session/prove/passkey": PROVED,
  "POST /api/account/passkeys": PASSKEYS,
  "DELETE /api/account/passkeys/:id": PASSKEYS,
  "POST /api/account/sign-out": SIGN_OUT,
  "DELETE /api/companion/session": SIGN_OUT,
  "DELETE /api/account/sessions/:id": ENDED,
  "POST /api/v1/admin/end-sessions": ENDED,
  "PATCH /api/v1/members/:id": RIGHTS,
  "POST /api/v1/invitations": RIGHTS,
  "POST /api/v1/invitations/:id/accept": RIGHTS,
  "POST /api/v1/api-keys": CREATED,
  "POST /api/v1/share-links": CREATED,
  "POST /api/v1/inbound-tokens": CREATED,
  "POST /api/v1/devices": CREATED,
  "POST /api/v1/contacts": CREATED,
  "POST /api/pucks/register": CREATED,
  "POST /api/devices/reveal-ingest-key": REVEALED,
  "GET /api/v1/devices/:id/ingest-key-callout": REVEALED,
  "POST /api/v1/devices/:id/rotate-ingest-key": ROTATED,
  "POST /api/v1/contacts/:id/rotate-key": ROTATED,
  "DELETE /api/v1/contacts/:id/previous-key": REVOKED,
  "DELETE /api/v1/api-keys/:id": REVOKED,
  "DELETE /api/v1/share-links/:id": REVOKED,
  "DELETE /api/v1/inbound-tokens/:id": REVOKED,
  "DELETE /api/v1/devices/:id": REVOKED,
  "DELETE /api/v1/contacts/:id": REVOKED,
  "DELETE /api/pucks/:device_id": REVOKED,
  "POST /api/v1/keys/revoke": REVOKED,
  "DELETE /api/v1/members/:id": REVOKED,
  "DELETE /api/v1/household": HOME_DELETED,
  "DELETE /api/account/user": ACCOUNT_DELETED,
};

/** The forms of the pages that do the same. */
export const PAGE_SECURITY_ROUTES: SecurityRoutes = {
  "POST /sign-in/code": SIGN_IN,
  "POST /sign-in/link/:token": SIGN_IN,
  "POST /prove/code": PROVED,
  "POST /passkeys/:id/remove": PASSKEYS,
  "POST /sign-out": SIGN_OUT,
  "POST /sessions/:id/end": ENDED,
  "POST /operator/homes/end-sessions": ENDED,
  "POST /people/:id/role": RIGHTS,
  "POST /people/invitations": RIGHTS,
  "POST /settings/invitations/:id": RIGHTS,
  "POST /operator/homes/:id/plan": RIGHTS,
  "POST /operator/homes/block": RIGHTS,
  "POST /operator/homes/unblock": RIGHTS,
  "POST /settings/pucks": CREATED,
  "POST /sharing/keys": CREATED,
  "POST /sharing/links": CREATED,
  "POST /sharing/inbound": CREATED,
  "POST /devices/new": CREATED,
  "POST /devices/:id/reveal": REVEALED,
  "POST /devices/:id/rotate": ROTATED,
  "POST /notifications/contacts/:id/rotate-key": ROTATED,
  "POST /notifications/contacts/:id/end-previous-key": REVOKED,
  "POST /settings/pucks/:id/remove": REVOKED,
  "POST /sharing/keys/:id/end": REVOKED,
  "POST /sharing/links/:id/end": REVOKED,
  "POST /sharing/inbound/:id/end": REVOKED,
  "POST /devices/:id/remove": REVOKED,
  "POST /sharing/revoke-all": REVOKED,
  "POST /people/:id/remove": REVOKED,
  "POST /settings/delete": HOME_DELETED,
  "POST /settings/account/delete": ACCOUNT_DELETED,
};
