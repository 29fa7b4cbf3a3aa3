import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Report } from "../../lib/kernel/ports.ts";
import { secretTypeOf } from "../../lib/kernel/secret.ts";
import type { Acting, ActingMember } from "../../lib/people/activity.ts";
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

/** `told` is an act that the handler reports, if the route alone doesn't show it. `logged` is the route's act. */
type Known = Partial<ActingMember> & {
  acting?: Acting;
  problem?: ProblemName;
  problems?: Problems;
  ip?: string;
  told?: SecurityAct;
  logged?: SecurityAct;
};

/**
 * Returns the security log's line about an answer, or null for most answers. The line holds ids and the route's
 * registered `path`, so that a secret or token is never in it.
 */
export function securityLine(
  c: Context,
  path: string,
  requestId: string,
  routes: SecurityRoutes,
): Parameters<Report>[0] | null {
  const known = c.var as Known;
  const route = `${c.req.method} ${path}`;
  // A page redirects people who must sign in or confirm their identity. The log still records the refusal.
  const status = (known.problem && known.problems?.[known.problem]?.status) ?? c.res.status;
  const secret = status === 401 || status === 404 ? presentedType(c) : null;
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
  told: SecurityAct | undefined,
  problem: ProblemName | undefined,
  secret: SecretType | null,
): SecurityAct | null {
  if (status < 400) return told ?? null;
  if (status === 429) return "limit_hit";
  if (status === 403) return "right_refused";
  if (problem === "bad_signature") return "signature_refused";
  // The sign-in pages word their refusals themselves and set no problem.
  const isWrongProof = problem === "bad_sign_in" || problem === undefined;
  const refused = told && REFUSED[told];
  if (status === 401 && isWrongProof && refused !== undefined) return refused;
  return secret && "token_unknown";
}

/** Returns the type of the request's first well-formed secret, checksum included. The secret may be unknown. */
function presentedType(c: Context): SecretType | null {
  const presented = [
    c.req.header("Authorization")?.split(" ").at(-1),
    c.req.header("X-Ingest-Key"),
    ...(c.req.header("Cookie")?.split(/[=;\s]+/) ?? []),
    ...c.req.path.split("/"),
  ];
  return presented.map((text) => secretTypeOf(text ?? "")).find((type) => type !== null) ?? null;
}

/** The act logged for a route's 401, by the act of its success. */
const REFUSED: { [A in SecurityAct]?: SecurityAct } = { signed_in: "sign_in_failed", proved: "proof_failed" };

/** Notes a route's act. It goes before the route's guards, so that the log records their refusals, too. */
export const logged = (act: SecurityAct | undefined) =>
  createMiddleware(async (c, next) => {
    c.set("logged", act);
    await next();
  });

/** The acts logged for successes: routes that sign in or out, change rights, or create, show or end secrets. */
export type SecurityRoutes = Readonly<Record<string, SecurityAct>>;

/** The pages' forms that do so: `METHOD /template`. */
export const PAGE_SECURITY_ROUTES: SecurityRoutes = {
  "POST /sign-in/code": "signed_in",
  "POST /sign-in/link/:token": "signed_in",
  "POST /prove/code": "proved",
  "POST /passkeys/:id/remove": "passkeys_changed",
  "POST /sign-out": "signed_out",
  "POST /sessions/:id/end": "sessions_ended",
  "POST /operator/homes/end-sessions": "sessions_ended",
  "POST /people/:id/role": "rights_changed",
  "POST /people/invitations": "rights_changed",
  "POST /settings/invitations/:id": "rights_changed",
  "POST /operator/homes/:id/plan": "rights_changed",
  "POST /settings/pucks": "secret_created",
  "POST /sharing/keys": "secret_created",
  "POST /sharing/links": "secret_created",
  "POST /sharing/inbound": "secret_created",
  "POST /devices/new": "secret_created",
  "POST /devices/:id/reveal": "secret_revealed",
  "POST /devices/:id/rotate": "secret_rotated",
  "POST /settings/pucks/:id/remove": "secret_revoked",
  "POST /sharing/keys/:id/end": "secret_revoked",
  "POST /sharing/links/:id/end": "secret_revoked",
  "POST /sharing/inbound/:id/end": "secret_revoked",
  "POST /devices/:id/remove": "secret_revoked",
  "POST /people/:id/remove": "secret_revoked",
  "POST /settings/delete": "home_deleted",
  "POST /settings/account/delete": "account_deleted",
};
