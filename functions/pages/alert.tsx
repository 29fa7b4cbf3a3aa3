import { acknowledgeAlert, answerAlert } from "../../lib/alerts/act-on-alert.actions.ts";
import { listAlertPage } from "../../lib/alerts/alerts.queries.ts";
import { isOutsider } from "../../lib/alerts/episode.ts";
import { asksNow } from "../../lib/alerts/heating/recovery.ts";
import type { AlertRecord } from "../../lib/alerts/shown-alert.ts";
import { showCard } from "../../lib/emergency/card.actions.ts";
import { EVIDENCE_KEYS_PATH } from "../../lib/evidence/canonical-text.ts";
import { issueEvidence } from "../../lib/evidence/issue-evidence.actions.ts";
import { pageOf, placeOf } from "../../lib/kernel/cursor.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/pages.ts";
import { handOverAlert } from "../../lib/messages/hand-over.actions.ts";
import type { Member } from "../../lib/people/activity.ts";
import { may } from "../../lib/people/entitlement.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { type AlertPage, showAlertPage } from "../../lib/sharing/home-page/home-pages.actions.ts";
import { deviceNotes } from "../../lib/sharing/home-page/standing.ts";
import { HandOver, QuestionAnswer } from "../../schema/wire/alerts.ts";
import { AlertStory, type AlertView, Timeline } from "./components/alert-story.tsx";
import { Chart } from "./components/chart.tsx";
import { Empty, LinkLine, Older, Section } from "./components/list.tsx";
import { AlertList } from "./components/standing.tsx";
import { alertText, pastTitle, pastWord, placeOfAlert } from "./format/alert-text.ts";
import type { Teller } from "./format/teller.tsx";
import { type PageContext, together } from "./page.tsx";
import { homeOf, idIn, type PageServices, type Site } from "./site.ts";

const PAGE_ALERTS = 30;

/** `/alerts` and `/alerts/{id}`: open alerts, the worst first, each with "I'm on it"; then ended ones, newest first. */
export function alertPages({ services, page }: Site): void {
  page("/alerts", null, {
    place: "alerts",
    load: (c) => {
      const cursor = c.req.query("before");
      const after = cursor === undefined ? null : placeOf(cursor);
      if (cursor !== undefined && after === null) return refuse("bad_cursor");
      const { householdId } = c.var;
      const all = { householdId, state: "all", kind: null, from: null, to: null } as const;
      return {
        home: homeOf(c, services),
        rows: listAlertPage(services.db, { ...all, after, limit: PAGE_ALERTS + 1 }),
        isFirst: cursor === undefined,
      };
    },
    view: ({ home, rows, isFirst }, { words, teller }) => {
      const { page: shown, nextCursor } = pageOf(rows, PAGE_ALERTS, ({ place }) => place);
      // Open alerts are on the first page only, the worst first.
      const open = isFirst ? home.alerts : [];
      const isOpen = new Set(home.alerts.map(({ id }) => id));
      const ended = shown.flatMap(({ alert, silentSince }) =>
        isOpen.has(alert.id) ? [] : [{ ...alert, openedAt: silentSince ?? alert.openedAt }],
      );
      // An empty list is good news only while every device is online.
      const silent = deviceNotes(home, teller.now).filter(({ status }) => status === "offline");
      const names = silent.map(({ device }) => device.name).join(", ");
      return [
        shown.length === 0 && open.length === 0 && (
          <Empty
            icon={names === "" ? "well" : "unknown"}
            text={names === "" ? words.alertPage.none : words.alertPage.noneWhileOffline(names)}
          >
            <p class="hint">{words.alertPage.noneHint}</p>
          </Empty>
        ),
        <AlertList title={words.alertPage.openOnes(open.length)} alerts={open} home={home} />,
        <AlertList title={words.alertPage.ended} alerts={ended} home={home} />,
        <Older cursor={nextCursor} />,
      ];
    },
  });
  // `/alerts/{id}`: what happened and what to do, for people who are signed in.
  const { form, act } = page("/alerts/:id", null, {
    place: "alerts",
    load: async (c) => {
      const { member } = c.var;
      const mayAck = may("acknowledge_alert", member) === "yes";
      const asked = { alertId: idIn(c), mayAck, photosPath: "/emergency/photos" };
      const shown = await alertShown(services, member, asked);
      if (!shown.ok) return shown;
      const path = `/alerts/${idIn(c)}`;
      return {
        ...shown.value,
        paths: {
          ack: mayAck ? `${path}/ack` : null,
          answer: mayAck && asksNow(shown.value.page.alert) ? `${path}/answer` : null,
          evidence: may("read_evidence", member) === "yes" ? `${path}/evidence` : null,
          handOver: `${path}/hand-over`,
          quiet: "/home/quiet",
        },
      } satisfies AlertView;
    },
    ...ALERT_PAGE,
    heading: () => null,
    isWide: true,
  });
  act("/alerts/:id/hand-over", "acknowledge_alert", HandOver, handOverAlert, "handedOver");
  form("/alerts/:id/ack", "acknowledge_alert", {
    run: (c) => acknowledgeAlert(services, c.var, idIn(c), "page"),
    done: "acknowledged",
  });
  const answered = (_: unknown, { wish }: { wish: QuestionAnswer }) => ANSWERED[wish.answer];
  act("/alerts/:id/answer", "acknowledge_alert", QuestionAnswer, answerAlert, answered);
  // `/alerts/{id}/evidence`: a printable story of the alert, with the number and signature of the evidence document.
  const titleOf = (words: Words, { page: { alert, home } }: { page: AlertPage }) =>
    words.evidence.title(pastWord(alert, words), placeOfAlert(alert, home, words));
  page("/alerts/:id/evidence", "read_evidence", {
    place: "alerts",
    load: (c) => {
      const ask = { householdId: c.var.householdId, alertId: idIn(c) };
      return { evidence: issueEvidence(services, ask), page: showAlertPage(services, ask) };
    },
    title: titleOf,
    up: (words, { page: { alert, home } }) => [`/alerts/${alert.id}`, pastTitle(alert, home, { words })],
    heading: ({ page: { home } }) => <p class="hint">{home.name}</p>,
    view: (shown, { words, teller: { date, clock } }) => {
      const { evidence: own } = words;
      const { document, signature } = shown.evidence;
      const { page } = shown;
      const { alert, home, chart } = page;
      const at = (moment: number | string) => `${date(moment)}, ${clock(moment)}`;
      return (
        <article class="evidence">
          <h1 class="first">{titleOf(words, shown)}</h1>
          <p>
            {alert.closedAt === null
              ? own.spanOpen(at(alert.openedAt))
              : own.span(at(alert.openedAt), at(alert.closedAt))}{" "}
            {own.zone(home.timeZone.replaceAll("_", " "))}
          </p>
          <LinkLine
            class="screen"
            kind="button"
            href={`/api/v1/alerts/${alert.id}/evidence`}
            download=""
            text={own.download}
          />
          {chart === null ? null : (
            <Chart home={home} chart={chart} alerts={[alert]} findings={page.findings} />
          )}
          <Timeline {...page} />
          <Section id="check" title={own.check}>
            <p>{own.checkHint(services.baseUrl + EVIDENCE_KEYS_PATH)}</p>
            <dl>
              <dt>{own.number}</dt>
              <dd>
                <code>{document.id}</code>, {at(document.issued_at)}
              </dd>
              <dt>{own.key}</dt>
              <dd>
                <code>{signature.key}</code>
              </dd>
              <dt>{own.signature}</dt>
              <dd>
                <code>{signature.value}</code>
              </dd>
            </dl>
            {document.readings.complete ? null : <p class="hint">{own.cut}</p>}
          </Section>
        </article>
      );
    },
  });
}

export const ANSWERED = { turned_down: "explained", door_open: "explained", no: "unexplained" } as const;

export async function alertShown(
  services: PageServices,
  { householdId, userId }: Pick<Member, "householdId" | "userId">,
  { alertId, mayAck, photosPath }: { alertId: string; mayAck: boolean; photosPath: string },
): Promise<Outcome<Omit<AlertView, "paths">>> {
  const found = await together({
    page: showAlertPage(services, { householdId, alertId }),
    card: showCard(services, householdId),
    members: mayAck ? listMembers(services.db, householdId) : [],
  });
  if (!found.ok) return found;
  const { members, card, ...shown } = found.value;
  const { acknowledgedBy } = shown.page.alert;
  // The alert can't be assigned to its assignee. If it has none in the home, the reader has "I'm on it" instead.
  const has = isOutsider(acknowledgedBy) ? userId : (acknowledgedBy ?? userId);
  const takers = members.filter(
    ({ user_id: id, role }) => id !== has && may("acknowledge_alert", { role, plan: "free" }) === "yes",
  );
  const isAssigned = shown.page.home.alerts.some((each) => each.id === alertId && each.isAssigned);
  return done({
    ...shown,
    card: { ...card, photosPath },
    isAsked: isAssigned && acknowledgedBy === userId,
    takers: takers.map(({ user_id: id, name, email }) => [id, name ?? email] as const),
  });
}

function alertTexts({ page: { alert, home, findings } }: AlertView, teller: Teller) {
  const told = { ...alert, evidence: findings.at(-1)?.finding.evidence ?? null };
  const text = alertText(told, home, teller);
  return alert.closedAt === null ? text : { ...text, title: pastTitle(told, home, teller) };
}

export const ALERT_PAGE = {
  title: (_: Words, shown: AlertView, { teller }: PageContext) => alertTexts(shown, teller).title,
  view: (shown: AlertView & { others?: readonly AlertRecord[] }, { teller }: PageContext) => {
    const { home, alert } = shown.page;
    const { others, ackAll } = teller.words.alertPage;
    const canTake = shown.paths.ack !== null && alert.acknowledgedAt === null && ackAll;
    const taken = home.alerts.filter(({ id }) => shown.others?.some((other) => other.id === id));
    const names = taken.map((other) => alertText(other, home, teller).title);
    return [
      taken.length > 0 && <p class="hint">{[others(names.join("; ")), " ", canTake]}</p>,
      <AlertStory {...shown} {...alertTexts(shown, teller)} />,
    ];
  },
};
