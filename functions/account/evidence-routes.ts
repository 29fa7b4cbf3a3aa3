import { Hono, type MiddlewareHandler } from "hono";
import { type EvidencePorts, issueEvidence } from "../../lib/evidence/issue-evidence.actions.ts";
import type { Evidence } from "../../schema/wire/evidence.ts";
import { pathId } from "../_http/path-id.ts";
import { reply } from "../_http/reply.ts";
import { requireMay } from "../_http/require-may.ts";
import type { SessionEnv } from "../_http/require-session.ts";

/** What is known of an alert, signed, for whoever was not there. */
export function evidenceRoutes(ports: EvidencePorts, guard: MiddlewareHandler<SessionEnv>) {
  const routes = new Hono<SessionEnv>();
  routes.get("/api/account/alerts/:id/evidence", guard, requireMay("read_evidence"), async (c) => {
    const { householdId } = c.var.member;
    const issued = await issueEvidence(ports, { householdId, alertId: pathId(c) });
    if (issued.ok) {
      const name = issued.value.document.id;
      c.header("Content-Disposition", `attachment; filename="hearthwatch-${name}.json"`);
      c.header("Cache-Control", "no-store");
    }
    return reply<Evidence>(c, issued);
  });
  return routes;
}
