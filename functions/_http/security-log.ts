import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
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

/** `told`: details of the answer that the route alone doesn't show. `logged`: what the route tells of itself. */
type Known = Partial<ActingMember> & {
  acting?: Acting;
  problem?: ProblemName;
  problems?: Problems;
  ip?: string;
  told?: SecurityAct;
  logged?: Told;
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
  const act =
    status < 400 && known.told
      ? known.told
      : actOf(status, known.logged ?? routes[route], known.problem, secret);
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
export type Told = { done: SecurityAct; refused?: SecurityAct };

/** Goes before a route's guards: their refusals are told of, too. */
export const logged = (told: Told | undefined) =>
  createMiddleware(async (c, next) => {
    c.set("logged", told);
    await next();
  });

export type SecurityRoutes = Readonly<Record<string, Told>>;

/** What routes tell: those that sign somebody in or out, change rights, or make, show, change or end a secret. */
export const LOGGED = {
  signIn: { done: "signed_in", refused: "sign_in_failed" },
  signOut: { done: "signed_out" },
  created: { done: "secret_created" },
  revealed: { done: "secret_revealed" },
  rotated: { done: "secret_rotated" },
  revoked: { done: "secret_revoked" },
  proved: { done: "proved", refused: "proof_failed" },
  ended: { done: "sessions_ended" },
  homeDeleted: { done: "home_deleted" },
  accountDeleted: { done: "account_deleted" },
  passkeys: { done: "passkeys_changed" },
  rights: { done: "rights_changed" },
} as const satisfies Record<string, Told>;

/** The forms of the pages that do so: `METHOD /template`. */
export const PAGE_SECURITY_ROUTES: SecurityRoutes = {
  "POST /sign-in/code": LOGGED.signIn,
  "POST /sign-in/link/:token": LOGGED.signIn,
  "POST /prove/code": LOGGED.proved,
  "POST /passkeys/:id/remove": LOGGED.passkeys,
  "POST /sign-out": LOGGED.signOut,
  "POST /sessions/:id/end": LOGGED.ended,
  "POST /operator/homes/end-sessions": LOGGED.ended,
  "POST /people/:id/role": LOGGED.rights,
  "POST /people/invitations": LOGGED.rights,
  "POST /settings/invitations/:id": LOGGED.rights,
  "POST /operator/homes/:id/plan": LOGGED.rights,
  "POST /operator/homes/block": LOGGED.rights,
  "POST /operator/homes/unblock": LOGGED.rights,
  "POST /settings/pucks": LOGGED.created,
  "POST /sharing/keys": LOGGED.created,
  "POST /sharing/links": LOGGED.created,
  "POST /sharing/inbound": LOGGED.created,
  "POST /devices/new": LOGGED.created,
  "POST /devices/:id/reveal": LOGGED.revealed,
  "POST /devices/:id/rotate": LOGGED.rotated,
  "POST /notifications/contacts/:id/rotate-key": LOGGED.rotated,
  "POST /notifications/contacts/:id/end-previous-key": LOGGED.revoked,
  "POST /settings/pucks/:id/remove": LOGGED.revoked,
  "POST /sharing/keys/:id/end": LOGGED.revoked,
  "POST /sharing/links/:id/end": LOGGED.revoked,
  "POST /sharing/inbound/:id/end": LOGGED.revoked,
  "POST /devices/:id/remove": LOGGED.revoked,
  "POST /sharing/revoke-all": LOGGED.revoked,
  "POST /people/:id/remove": LOGGED.revoked,
  "POST /settings/delete": LOGGED.homeDeleted,
  "POST /settings/account/delete": LOGGED.accountDeleted,
};
