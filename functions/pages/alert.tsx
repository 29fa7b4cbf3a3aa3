import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { Hono } from "hono/tiny";
import {
  acknowledgeAlert,
  answerAlert,
  answerAlertLink,
  answerLinkedAlert,
  openAlertLink,
} from "../../lib/alerts/answer.actions.ts";
import { asksNow } from "../../lib/alerts/heating/recovery.ts";
import type { AlertRecord } from "../../lib/alerts/shown-alert.ts";
import { type CardPorts, openPhoto, showCard } from "../../lib/emergency/card.actions.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { type AlertPage, showAlertPage } from "../../lib/sharing/home-page/home-pages.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { QuestionAnswer } from "../../schema/wire/alerts.ts";
import { imageReply } from "../_http/body.ts";
import { clientIp, type Edge } from "../_http/caller.ts";
import { callerProblem } from "../_http/rate-limit.ts";
import type { AlertCard } from "./components/alert-card.tsx";
import type { MorePaths } from "./components/alert-parts.tsx";
import { AlertStoryView } from "./components/alert-story.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import type { UnitReader } from "./components/unit-question.tsx";
import type { Form } from "./form.ts";
import { formAction, formsOn, idIn } from "./form-action.ts";
import { alertText, pastTitle } from "./format/alert-text.ts";
import { addHandOver, type HandOverPagePorts, type Taker, takersOf } from "./hand-over.tsx";
import { addLinkedActs } from "./linked-acts.tsx";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { tokenInPath } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

export type AlertPagePorts = Pick<CardPorts, "objects"> &
  HandOverPagePorts &
  Pick<Services, "limiter"> & { edge: Edge };

const ACK_POLICY = { name: "ack", limit: LIMITS.ackPerMinute, windowSeconds: 60 };

/** `/alerts/{id}` for signed-in people, `/a/{token}` for people with the link of a message. */
export function alertPages(ports: AlertPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  routes.get("/alerts/:id", guard, async (c) => {
    const ask = { householdId: c.var.member.householdId, alertId: c.req.param("id") };
    const mayAck = may("acknowledge_alert", c.var.member) === "yes";
    const [shown, card] = await Promise.all([showAlertPage(ports, ask), showCard(ports, ask.householdId)]);
    if (!shown.ok) return problemPage(c, shown.problem);
    const takers = mayAck ? await takersOf(ports, c.var.member, shown.value.alert.acknowledgedBy) : [];
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
  const pageOf = (c: Context<PageEnv>) => `/alerts/${idIn(c)}`;
  forms("/alerts/:id/ack", pageMay("acknowledge_alert"), {
    page: pageOf,
    run: (c) => acknowledgeAlert(ports, actingOf(c), idIn(c), "page"),
    done: "acknowledged",
  });
  forms("/alerts/:id/answer", pageMay("acknowledge_alert"), {
    page: pageOf,
    shape: QuestionAnswer,
    wish: givenAnswer,
    run: (c, answer) => answerAlert(ports, actingOf(c), idIn(c), answer),
    done: (c, _, __, { answer }) => doneAt(c, pageOf(c), ANSWERED[answer]),
  });
  addLink(routes, ports);
  addLinkAnswer(routes, ports);
  addLinkedActs(routes, ports, limitLinks(ports), (c) => openAlertLink(ports, tokenIn(c)));
  return routes;
}

function addLink(routes: Hono<PageEnv>, ports: AlertPagePorts): void {
  // Looking changes nothing: mail scanners follow every link.
  routes.get("/a/:token", tokenInPath, limitLinks(ports), async (c) => {
    const token = c.req.param("token");
    const linked = await openAlertLink(ports, token);
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
      takers: mayAck ? await takersOf(ports, linked.value, shown.value.alert.acknowledgedBy) : [],
      card: card.ok ? { ...card.value, photosPath: `/a/${token}/photos` } : null,
      evidencePath: null,
      morePaths: { handOver: `/a/${token}/hand-over`, quiet: `/a/${token}/quiet` },
      unitReader: "linked" as const,
    };
    return alertPage(c, withoutAddresses(shown.value), access, others);
  });
  routes.get("/a/:token/photos/:id", tokenInPath, limitLinks(ports), async (c) => {
    const linked = await openAlertLink(ports, c.req.param("token"));
    if (!linked.ok) return problemPage(c, linked.problem);
    const opened = await openPhoto(ports, linked.value.householdId, c.req.param("id"));
    return opened.ok ? imageReply(c, opened.value) : problemPage(c, opened.problem);
  });
  // No check for forgery: the token alone is what allows it, and no other site knows it.
  routes.post(
    "/a/:token",
    tokenInPath,
    limitLinks(ports),
    formAction({
      run: (c) => answerAlertLink(ports, tokenIn(c), clientIp(c, ports.edge)),
      done: "acknowledged",
    }),
  );
}

function addLinkAnswer(routes: Hono<PageEnv>, ports: AlertPagePorts): void {
  routes.post(
    "/a/:token/answer",
    tokenInPath,
    limitLinks(ports),
    formAction({
      page: linkPage,
      shape: QuestionAnswer,
      wish: givenAnswer,
      run: async (c, answer) => {
        const linked = await openAlertLink(ports, tokenIn(c));
        return linked.ok ? answerLinkedAlert(ports, linked.value, answer, clientIp(c, ports.edge)) : linked;
      },
      done: (c, _, __, { answer }) => doneAt(c, linkPage(c), ANSWERED[answer]),
    }),
  );
}

/** A link is passed on more easily than a session: its page names a member by the part before the @. */
const withoutAddresses = (page: AlertPage): AlertPage => ({
  ...page,
  acknowledgedBy: beforeAt(page.acknowledgedBy),
  nextSteps: page.nextSteps.map((step) => ({ ...step, name: beforeAt(step.name) })),
  // The recipients of messages are masked already.
  timeline: page.timeline.map((entry) =>
    entry.type === "message" ? entry : { ...entry, who: beforeAt(entry.who), what: beforeAt(entry.what) },
  ),
});

const beforeAt = (name: string | null): string | null => name?.replace(/@[^@\s]+$/, "") ?? null;

const givenAnswer = ({ text, has, number }: Form) => ({
  answer: text("answer"),
  ...(has("hours") ? { hours: number("hours") } : {}),
});

const ANSWERED = { turned_down: "explained", door_open: "explained", no: "unexplained" } as const;

/** The gravest that is still open stands for the others. */
const openFirst = (alerts: readonly AlertRecord[]): AlertRecord[] =>
  alerts.toSorted((a, b) => Number(a.closedAt !== null) - Number(b.closedAt !== null));

const limitLinks = (ports: AlertPagePorts) =>
  createMiddleware(async (c, next) => {
    const problem = await callerProblem(c, ports, ACK_POLICY);
    return problem === null ? await next() : problemPage(c, problem);
  });

const tokenIn = (c: Context): string => c.req.param("token") ?? "";
const linkPage = (c: Context): string => `/a/${tokenIn(c)}`;

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
