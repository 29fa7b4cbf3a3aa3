import { type Context, Hono, type MiddlewareHandler } from "hono";
import { ipBucket } from "../../lib/domain/account/ip-bucket.ts";
import { may } from "../../lib/domain/entitlement.ts";
import { acknowledgeAlert } from "../../lib/flows/alerts/acknowledge-alert.ts";
import { type AckLinkPorts, answerAckLink, openAckLink } from "../../lib/flows/alerts/answer-ack-link.ts";
import { type AlertPage, showAlertPage } from "../../lib/flows/pages/show-alert-page.ts";
import type { Limiter } from "../../lib/ports.ts";
import { LIMITS } from "../../schema/limits.ts";
import { clientIp, type Edge } from "../_http/client-ip.ts";
import { limitProblem } from "../_http/rate-limit.ts";
import { AlertStoryView } from "./components/alert-story.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { alertText } from "./format/alert-text.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

export type AlertPagePorts = AckLinkPorts & { limiter: Limiter; edge: Edge };

const ACK_POLICY = { name: "ack", limit: LIMITS.ackPerMinute, windowSeconds: 60 };

/** `/alerts/{id}` for whoever is signed in, `/a/{token}` for whoever follows the link of a message. */
export function alertPages(ports: AlertPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/alerts/:id", guard, async (c) => {
    const ask = { householdId: c.var.member.householdId, alertId: c.req.param("id") };
    const shown = await showAlertPage(ports, ask);
    if (!shown.ok) return problemPage(c, shown.problem);
    const mayAck = may("acknowledge_alert", c.var.member) === "yes";
    return alertPage(c, shown.value, {
      ackPath: mayAck ? `/alerts/${ask.alertId}/ack` : null,
      isSignedIn: true,
    });
  });
  routes.post("/alerts/:id/ack", guard, pageMay("acknowledge_alert"), async (c) => {
    const id = c.req.param("id");
    const acting = { householdId: c.var.member.householdId, actor: c.var.actor };
    const taken = await acknowledgeAlert(ports, acting, id);
    return taken.ok ? doneAt(c, `/alerts/${id}`, "acknowledged") : problemPage(c, taken.problem);
  });
  addLink(routes, ports);
  return routes;
}

function addLink(routes: Hono<PageEnv>, ports: AlertPagePorts): void {
  // Looking changes nothing: mail scanners follow every link.
  routes.get("/a/:token", tokenInPath, async (c) => {
    const limited = await limitedByCaller(c, ports);
    if (limited !== null) return limited;
    const token = c.req.param("token");
    const linked = await openAckLink(ports, token);
    if (!linked.ok) return problemPage(c, linked.problem);
    const { householdId, alert, role } = linked.value;
    const shown = await showAlertPage(ports, { householdId, alertId: alert.id });
    if (!shown.ok) return problemPage(c, shown.problem);
    const mayAck = may("acknowledge_alert", { role, plan: "free" }) === "yes";
    return alertPage(c, shown.value, { ackPath: mayAck ? `/a/${token}` : null, isSignedIn: false });
  });
  // No check for forgery: the token alone is what allows it, and no other site knows it.
  routes.post("/a/:token", tokenInPath, async (c) => {
    const limited = await limitedByCaller(c, ports);
    if (limited !== null) return limited;
    const token = c.req.param("token");
    const answered = await answerAckLink(ports, token, clientIp(c, ports.edge));
    return answered.ok ? doneAt(c, `/a/${token}`, "acknowledged") : problemPage(c, answered.problem);
  });
}

async function limitedByCaller(c: Context, { limiter, edge }: AlertPagePorts): Promise<Response | null> {
  const problem = await limitProblem(c, limiter, ACK_POLICY, ipBucket(clientIp(c, edge)));
  return problem === null ? null : await problemPage(c, problem);
}

type Access = { ackPath: string | null; isSignedIn: boolean };

function alertPage(
  c: Context,
  page: AlertPage,
  { ackPath, isSignedIn }: Access,
): Response | Promise<Response> {
  const { alert, home, findings, now } = page;
  const { frame, teller } = ownerPage(c, now, isSignedIn ? "alerts" : null, home);
  const pageAlert = { ...alert, evidence: findings.at(-1)?.finding.evidence ?? null };
  const { title, advice } = alertText(pageAlert, home, teller);
  return c.html(
    <OwnerFrame {...frame} title={title} heading={<p class="hint home-name">{home.name}</p>}>
      <AlertStoryView {...{ page, title, advice, ackPath, teller }} />
    </OwnerFrame>,
  );
}
