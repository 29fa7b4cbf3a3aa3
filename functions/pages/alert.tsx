import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import {
  type AckLinkPorts,
  acknowledgeAlert,
  answerAckLink,
  answerAlert,
  answerAlertLink,
  answerLinkedAlert,
  type LinkedAlerts,
  openAckLink,
  openAlertLink,
} from "../../lib/alerts/answer.actions.ts";
import { asksNow } from "../../lib/alerts/heating/recovery.ts";
import type { AlertRecord } from "../../lib/alerts/shown-alert.ts";
import { type CardPorts, openPhoto, showCard } from "../../lib/emergency/card.actions.ts";
import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { isAlertToken } from "../../lib/messages/links/tokens.ts";
import { may } from "../../lib/people/entitlement.ts";
import { type AlertPage, showAlertPage } from "../../lib/sharing/home-page/home-pages.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { QuestionAnswer } from "../../schema/wire/alerts.ts";
import { imageReply } from "../_http/body.ts";
import { clientIp, type Edge } from "../_http/caller.ts";
import { callerProblem } from "../_http/rate-limit.ts";
import { validate } from "../_http/validate.ts";
import type { AlertCard } from "./components/alert-card.tsx";
import type { MorePaths } from "./components/alert-parts.tsx";
import { AlertStoryView } from "./components/alert-story.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import type { UnitReader } from "./components/unit-question.tsx";
import { readForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import { alertText, pastTitle } from "./format/alert-text.ts";
import { addHandOver, type HandOverPagePorts, type Taker, takersOf } from "./hand-over.tsx";
import { addLinkedActs } from "./linked-acts.tsx";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";
import { type PageEnv, pageMay } from "./session.ts";

export type AlertPagePorts = Pick<CardPorts, "objects"> &
  AckLinkPorts &
  HandOverPagePorts &
  Pick<Services, "limiter"> & { edge: Edge };

const ACK_POLICY = { name: "ack", limit: LIMITS.ackPerMinute, windowSeconds: 60 };

/** `/alerts/{id}` for signed-in people, `/a/{token}` for people with the link of a message. */
export function alertPages(ports: AlertPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/alerts/:id", guard, async (c) => {
    const ask = { householdId: c.var.member.householdId, alertId: c.req.param("id") };
    const mayAck = may("acknowledge_alert", c.var.member) === "yes";
    const [shown, takers, card] = await Promise.all([
      showAlertPage(ports, ask),
      mayAck ? takersOf(ports, c.var.member) : [],
      showCard(ports, ask.householdId),
    ]);
    if (!shown.ok) return problemPage(c, shown.problem);
    return alertPage(c, shown.value, {
      takers,
      card: card.ok ? { ...card.value, photosPath: "/emergency/photos" } : null,
      morePaths: { handOver: `/alerts/${ask.alertId}/hand-over`, quiet: "/home/quiet" },
      ackPath: mayAck ? `/alerts/${ask.alertId}/ack` : null,
      answerPath: mayAck && asksNow(shown.value.alert) ? `/alerts/${ask.alertId}/answer` : null,
      evidencePath: may("read_evidence", c.var.member) === "yes" ? `/alerts/${ask.alertId}/evidence` : null,
      unitReader: may("manage_sensors", c.var.member) === "yes" ? "manager" : "onlooker",
    });
  });
  addHandOver(routes, ports, guard);
  routes.post("/alerts/:id/ack", guard, pageMay("acknowledge_alert"), async (c) => {
    const id = c.req.param("id");
    const acting = { householdId: c.var.member.householdId, actor: c.var.actor };
    const taken = await acknowledgeAlert(ports, acting, id, "page");
    return taken.ok
      ? doneAt(c, `/alerts/${id}`, "acknowledged")
      : formRefused(c, `/alerts/${id}`, taken.problem);
  });
  routes.post("/alerts/:id/answer", guard, pageMay("acknowledge_alert"), async (c) => {
    const id = c.req.param("id");
    const given = await givenAnswer(c);
    if (!given.ok) return formRefused(c, `/alerts/${id}`, given.problem);
    const acting = { householdId: c.var.member.householdId, actor: c.var.actor };
    const answered = await answerAlert(ports, acting, id, given.value);
    return answered.ok
      ? answeredAt(c, `/alerts/${id}`, given.value)
      : formRefused(c, `/alerts/${id}`, answered.problem);
  });
  addLink(routes, ports);
  addLinkAnswer(routes, ports);
  addLinkedActs(
    routes,
    ports,
    async (c) => (await limitedByCaller(c, ports)) ?? (await openLink(ports, c.req.param("token") ?? "")),
  );
  return routes;
}

function addLink(routes: Hono<PageEnv>, ports: AlertPagePorts): void {
  // Looking changes nothing: mail scanners follow every link.
  routes.get("/a/:token", tokenInPath, async (c) => {
    const limited = await limitedByCaller(c, ports);
    if (limited !== null) return limited;
    const token = c.req.param("token");
    const linked = await openLink(ports, token);
    if (!linked.ok) return problemPage(c, linked.problem);
    const { householdId, alerts, role } = linked.value;
    const [first, ...others] = openFirst(alerts);
    const alertId = first?.id ?? "";
    const [shown, card] = await Promise.all([
      showAlertPage(ports, { householdId, alertId }),
      showCard(ports, householdId),
    ]);
    if (!shown.ok) return problemPage(c, shown.problem);
    const mayAck = may("acknowledge_alert", { role, plan: "free" }) === "yes";
    const access = {
      ackPath: mayAck ? `/a/${token}` : null,
      answerPath: mayAck && alerts.some(asksNow) ? `/a/${token}/answer` : null,
      takers: mayAck ? await takersOf(ports, linked.value) : [],
      card: card.ok ? { ...card.value, photosPath: `/a/${token}/photos` } : null,
      evidencePath: null,
      morePaths: { handOver: `/a/${token}/hand-over`, quiet: `/a/${token}/quiet` },
      unitReader: "linked" as const,
    };
    return alertPage(c, withoutAddresses(shown.value), access, others);
  });
  routes.get("/a/:token/photos/:id", tokenInPath, async (c) => {
    const limited = await limitedByCaller(c, ports);
    if (limited !== null) return limited;
    const linked = await openLink(ports, c.req.param("token"));
    if (!linked.ok) return problemPage(c, linked.problem);
    const opened = await openPhoto(ports, linked.value.householdId, c.req.param("id"));
    return opened.ok ? imageReply(c, opened.value) : problemPage(c, opened.problem);
  });
  // No check for forgery: the token alone is what allows it, and no other site knows it.
  routes.post("/a/:token", tokenInPath, async (c) => {
    const limited = await limitedByCaller(c, ports);
    if (limited !== null) return limited;
    const token = c.req.param("token");
    const answer = isAlertToken(token) ? answerAlertLink : answerAckLink;
    const answered = await answer(ports, token, clientIp(c, ports.edge));
    return answered.ok
      ? doneAt(c, `/a/${token}`, "acknowledged")
      : formRefused(c, `/a/${token}`, answered.problem);
  });
}

function addLinkAnswer(routes: Hono<PageEnv>, ports: AlertPagePorts): void {
  routes.post("/a/:token/answer", tokenInPath, async (c) => {
    const limited = await limitedByCaller(c, ports);
    if (limited !== null) return limited;
    const token = c.req.param("token");
    const linked = await openLink(ports, token);
    if (!linked.ok) return problemPage(c, linked.problem);
    const given = await givenAnswer(c);
    if (!given.ok) return formRefused(c, `/a/${token}`, given.problem);
    const answered = await answerLinkedAlert(ports, linked.value, given.value, clientIp(c, ports.edge));
    return answered.ok
      ? answeredAt(c, `/a/${token}`, given.value)
      : formRefused(c, `/a/${token}`, answered.problem);
  });
}

/** A link is passed on more easily than a session: its page names a member by the part before the @. */
const withoutAddresses = (page: AlertPage): AlertPage => ({
  ...page,
  acknowledgedBy: beforeAt(page.acknowledgedBy),
  // The recipients of messages are masked already.
  timeline: page.timeline.map((entry) =>
    entry.type === "message" ? entry : { ...entry, who: beforeAt(entry.who), what: beforeAt(entry.what) },
  ),
});

const beforeAt = (name: string | null): string | null => name?.replace(/@[^@\s]+$/, "") ?? null;

async function givenAnswer(c: Context): Promise<Outcome<QuestionAnswer>> {
  const form = await readForm(c);
  if (!form.ok) return form;
  const { text, has, number } = form.value;
  const hours = has("hours") ? { hours: number("hours") } : {};
  return validate(QuestionAnswer, { answer: text("answer"), ...hours });
}

const answeredAt = (c: Context, path: string, { answer }: QuestionAnswer): Response =>
  doneAt(c, path, answer === "no" ? "unexplained" : "explained");

/** The short link of a message, which may be about several alerts, or a signed one of an older message. */
async function openLink(ports: AlertPagePorts, token: string): Promise<Outcome<LinkedAlerts>> {
  if (isAlertToken(token)) {
    return await openAlertLink(ports, token);
  }
  const linked = await openAckLink(ports, token);
  return linked.ok ? done({ ...linked.value, alerts: [linked.value.alert] }) : linked;
}

/** The gravest that is still open stands for the others. */
const openFirst = (alerts: readonly AlertRecord[]): AlertRecord[] =>
  alerts.toSorted((a, b) => Number(a.closedAt !== null) - Number(b.closedAt !== null));

async function limitedByCaller(c: Context, ports: AlertPagePorts): Promise<Response | null> {
  const problem = await callerProblem(c, ports, ACK_POLICY);
  return problem === null ? null : await problemPage(c, problem);
}

type Access = {
  ackPath: string | null;
  answerPath: string | null;
  /** The members whom it may be handed over to; nobody where that is not for the reader. */
  takers: readonly Taker[];
  evidencePath: string | null;
  card: AlertCard | null;
  morePaths: MorePaths;
  unitReader: UnitReader;
};

function alertPage(
  c: Context,
  page: AlertPage,
  { ackPath, answerPath, takers, evidencePath, card, morePaths, unitReader }: Access,
  others: readonly AlertRecord[] = [],
): Response | Promise<Response> {
  const { alert, home, findings, now } = page;
  const { frame, teller } = ownerPage(c, now, unitReader === "linked" ? null : "alerts", home);
  const pageAlert = { ...alert, evidence: findings.at(-1)?.finding.evidence ?? null };
  const { title: titleNow, advice } = alertText(pageAlert, home, teller);
  const title = alert.closedAt === null ? titleNow : pastTitle(pageAlert, home, teller);
  const taken = others
    .filter(({ closedAt }) => closedAt === null)
    .map((other) => pastTitle(other, home, teller));
  return c.html(
    <OwnerFrame
      {...frame}
      title={title}
      up={frame.place === null ? undefined : "alerts"}
      heading={frame.place === null ? <p class="hint home-name">{home.name}</p> : null}
    >
      {taken.length > 0 ? <p class="hint">{teller.words.alertPage.others(taken.join(", "))}</p> : null}
      <AlertStoryView
        page={page}
        title={title}
        advice={advice}
        ackPath={ackPath}
        answerPath={answerPath}
        unitReader={unitReader}
        takers={takers}
        evidencePath={evidencePath}
        card={card}
        morePaths={morePaths}
        teller={teller}
      />
    </OwnerFrame>,
  );
}
