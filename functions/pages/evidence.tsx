import type { MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { type EvidencePorts, issueEvidence } from "../../lib/evidence/issue-evidence.actions.ts";
import { alertSubjectIn } from "../../lib/language/given-names.ts";
import { EvidenceSheet } from "./components/evidence-sheet.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

/** `/alerts/{id}/evidence`: what the signed document says, on two printed sheets. */
export function evidencePages(ports: EvidencePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/alerts/:id/evidence", guard, pageMay("read_evidence"), async (c) => {
    const { householdId } = c.var.member;
    const issued = await issueEvidence(ports, { householdId, alertId: c.req.param("id") });
    if (!issued.ok) return problemPage(c, issued.problem);
    const { frame, teller } = ownerPage(c, ports.clock(), "alerts");
    const { alert } = issued.value.document;
    const kind = teller.words.kinds[alert.kind];
    const subject = alertSubjectIn(alert.title, teller.language);
    const title = teller.words.evidence.title(kind, subject);
    return c.html(
      <OwnerFrame
        {...frame}
        title={title}
        up={[`/alerts/${alert.id}`, `${kind}: ${subject}`]}
        heading={<p class="hint home-name">{issued.value.document.home.name}</p>}
      >
        <EvidenceSheet title={title} evidence={issued.value} teller={teller} baseUrl={ports.baseUrl} />
      </OwnerFrame>,
    );
  });
  return routes;
}
