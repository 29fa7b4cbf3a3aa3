import type { Report } from "../../lib/kernel/ports.ts";
import { secretTypeOf } from "../../lib/kernel/secret.ts";
import type { Acting, ActingMember } from "../../lib/people/items.ts";
import type { ProblemName, Problems } from "../../schema/problems.ts";
import type { SecretType, SecurityAct } from "../../schema/vocabulary.ts";
import { sessionTokenIn } from "./cookies.ts";
import type { Exchange } from "./exchange.ts";
import type { SecurityRoutes } from "./security-routes.ts";

/** `told`: what an answer shows that its route alone does not tell. */
type Known = Partial<ActingMember> & {
  acting?: Acting;
  problem?: ProblemName;
  problems?: Problems;
  ip?: string;
  told?: SecurityAct;
};

const QUIET: readonly SecurityAct[] = [
  "signed_in",
  "signed_out",
  "secret_created",
  "secret_rotated",
  "secret_revoked",
  "proved",
  "rights_changed",
];

/**
 * The line of the security log that this answer is worth; null for most. It names the route as its `path` is
 * registered, so that no token of a path is ever in it, and ids, never a secret.
 */
export function securityLine(
  c: Exchange<unknown>,
  path: string,
  requestId: string,
  routes: SecurityRoutes,
): Parameters<Report>[0] | null {
  const known = c.var as Known;
  const route = `${c.req.method} ${path}`;
  // A page sends whoever must sign in, or prove it, to another page: what was refused says so all the same.
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

/**
 * The first secret of a right form, checksum included, that a request came with. Whether anybody knows it is
 * open.
 */
function presentedSecret(c: Exchange<unknown>): { type: SecretType; text: string } | null {
  const presented = [
    c.req.header("Authorization")?.split(" ").at(-1),
    c.req.header("X-Ingest-Key"),
    sessionTokenIn(c.req.header("Cookie")),
    ...c.req.path.split("/"),
  ];
  for (const text of presented) {
    const type = text ? secretTypeOf(text) : null;
    if (text && type !== null) return { type, text };
  }
  return null;
}
