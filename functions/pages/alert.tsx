import type { Context } from "hono";
import { acknowledgeAlert, answerAlert } from "../../lib/alerts/answer.actions.ts";
import { isOutsider } from "../../lib/alerts/episode.ts";
import { handOverAlert } from "../../lib/alerts/hand-over-alert.actions.ts";
import { asksNow } from "../../lib/alerts/heating/recovery.ts";
import type { AlertRecord } from "../../lib/alerts/shown-alert.ts";
import { showCard } from "../../lib/emergency/card.actions.ts";
import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { may } from "../../lib/people/entitlement.ts";
import type { Member } from "../../lib/people/items.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { showAlertPage } from "../../lib/sharing/home-page/home-pages.actions.ts";
import { HandOver, QuestionAnswer } from "../../schema/wire/alerts.ts";
import type { Taker } from "./components/alert-parts.tsx";
import { AlertStory, type AlertStoryProps } from "./components/alert-story.tsx";
import { doneAt } from "./form-note.ts";
import { alertText, pastTitle } from "./format/alert-text.ts";
import type { Teller } from "./format/teller.ts";
import type { PageContext } from "./page.tsx";
import { idIn, type PageEnv } from "./session.ts";
import type { PageServices, Site } from "./site.ts";

/** `/alerts/{id}`: what happened and what to do, for people who are signed in. */
export function alertPages({ services, page }: Site): void {
  const form = page("/alerts/:id", null, {
    place: "alerts",
    load: async (c) => {
      const path = pageOf(c);
      const mayAck = may("acknowledge_alert", c.var.member) === "yes";
      const asked = { alertId: idIn(c), mayAck, photosPath: "/emergency/photos" };
      const shown = await alertShown(services, c.var.member, asked);
      if (!shown.ok) return shown;
      return {
        ...shown.value,
        paths: {
          ack: mayAck ? `${path}/ack` : null,
          answer: mayAck && asksNow(shown.value.page.alert) ? `${path}/answer` : null,
          evidence: may("read_evidence", c.var.member) === "yes" ? `${path}/evidence` : null,
          handOver: `${path}/hand-over`,
          quiet: "/home/quiet",
        },
        unitReader: may("manage_sensors", c.var.member) === "yes" ? "manager" : "onlooker",
      } satisfies AlertView;
    },
    ...ALERT_PAGE,
    heading: () => null,
    isWide: true,
  });
  form("/alerts/:id/hand-over", "acknowledge_alert", {
    shape: HandOver,
    run: (c, { user_id: userId }) => handOverAlert(services, c.var, { alertId: idIn(c), userId }),
    done: "handedOver",
    wakes: services,
  });
  form("/alerts/:id/ack", "acknowledge_alert", {
    run: (c) => acknowledgeAlert(services, c.var, idIn(c), "page"),
    done: "acknowledged",
  });
  form("/alerts/:id/answer", "acknowledge_alert", {
    shape: QuestionAnswer,
    run: (c, answer) => answerAlert(services, c.var, idIn(c), answer),
    done: (c, _, __, { answer }) => doneAt(c, pageOf(c), ANSWERED[answer]),
  });
}

const pageOf = (c: Context<PageEnv>): string => `/alerts/${idIn(c)}`;

export const ANSWERED = { turned_down: "explained", door_open: "explained", no: "unexplained" } as const;

type Reader = Pick<Member, "householdId" | "userId">;
type Asked = { alertId: string; mayAck: boolean; photosPath: string };

/** What of an alert's page is the same for everybody who may read it. */
export async function alertShown(
  services: PageServices,
  reader: Reader,
  { alertId, mayAck, photosPath }: Asked,
): Promise<Outcome<Pick<AlertView, "page" | "takers" | "card">>> {
  const { householdId } = reader;
  const [shown, card] = await Promise.all([
    showAlertPage(services, { householdId, alertId }),
    showCard(services, householdId),
  ]);
  if (!shown.ok) return shown;
  const page = shown.value;
  return done({
    page,
    takers: mayAck ? await takersOf(services, reader, page.alert.acknowledgedBy) : [],
    card: card.ok ? { ...card.value, photosPath } : null,
  });
}

/** Everybody of the home who may take alerts on, but whoever is on this one, or else the reader, who has a button. */
async function takersOf(
  { db }: PageServices,
  { householdId, userId }: Reader,
  acknowledgedBy: string | null,
): Promise<Taker[]> {
  const has = isOutsider(acknowledgedBy) ? userId : (acknowledgedBy ?? userId);
  const members = await listMembers(db, householdId);
  return members
    .filter(
      ({ user_id: id, role }) => id !== has && may("acknowledge_alert", { role, plan: "free" }) === "yes",
    )
    .map(({ user_id: id, name, email }) => ({ userId: id, name: name ?? email }));
}

/** An alert as one reader may see it, with the others of the same message. */
export type AlertView = Omit<AlertStoryProps, "title" | "advice"> & {
  others?: readonly AlertRecord[];
};

/** What it is called and what to do about it. */
function alertTexts({ page: { alert, home, findings } }: AlertView, teller: Teller) {
  const told = { ...alert, evidence: findings.at(-1)?.finding.evidence ?? null };
  const { title, advice } = alertText(told, home, teller);
  return { title: alert.closedAt === null ? title : pastTitle(told, home, teller), advice };
}

/** An alert's page, whoever reads it. */
export const ALERT_PAGE = {
  title: (_: Words, shown: AlertView, { teller }: PageContext) => alertTexts(shown, teller).title,
  view: ({ others = [], ...shown }: AlertView, { teller }: PageContext) => {
    const taken = others
      .filter(({ closedAt }) => closedAt === null)
      .map((other) => pastTitle(other, shown.page.home, teller));
    return (
      <>
        {taken.length > 0 ? <p class="hint">{teller.words.alertPage.others(taken.join(", "))}</p> : null}
        <AlertStory {...shown} {...alertTexts(shown, teller)} />
      </>
    );
  },
};
