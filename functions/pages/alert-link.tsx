import type { Context } from "hono";
import { answerAlert } from "../../lib/alerts/act-on-alert.actions.ts";
import { asksNow } from "../../lib/alerts/heating/recovery.ts";
import { changeQuiet } from "../../lib/alerts/quiet/quiet.actions.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { answerAlertLink, openAlertLink } from "../../lib/messages/answer-link.actions.ts";
import { handOverAlert } from "../../lib/messages/hand-over.actions.ts";
import type { OpenedLink } from "../../lib/messages/numbers.queries.ts";
import type { ActingMember } from "../../lib/people/activity.ts";
import { type Action, may } from "../../lib/people/entitlement.ts";
import type { AlertPage } from "../../lib/sharing/home-page/home-pages.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { HandOver, QuestionAnswer } from "../../schema/wire/alerts.ts";
import { QuietAction } from "../../schema/wire/quiet.ts";
import { clientIp } from "../_http/caller.ts";
import { tokenOf } from "../_http/rate-limit.ts";
import { ALERT_PAGE, ANSWERED, alertShown } from "./alert.tsx";
import { countCallers, type Site } from "./site.ts";

const PATH = "/a/:token";

/** `/a/{token}`: the alerts of a message. Acts as the message's recipient, so the buttons need no session. */
export function alertLinkPages({ services, link }: Site): void {
  const { edge } = services;
  const { page, photos } = link(countCallers(services, RATE_LIMITS.links));
  const open = (c: Context) => openAlertLink(services, tokenOf(c));
  /** Runs an action as the message's recipient, with the rights that they have now. Refuses if the link has ended. */
  const linked =
    <Wish,>(right: Action, act: (linked: Linked, wish: Wish) => Promise<Outcome<unknown>>) =>
    async (c: Context, wish: Wish): Promise<Outcome<unknown>> => {
      const opened = await open(c);
      if (!opened.ok) return opened;
      const { userId, role } = opened.value;
      if (may(right, { role, plan: "free" }) !== "yes") return refuse("role_forbids");
      const actor = { type: "user", id: userId, ip: clientIp(c, edge) } as const;
      return await act({ ...opened.value, member: opened.value, actor }, wish);
    };
  // A GET changes nothing: mail scanners follow every link.
  const { form } = page(PATH, null, {
    load: async (c) => {
      const opened = await open(c);
      if (!opened.ok) return opened;
      const { path } = c.req;
      const { alerts, role } = opened.value;
      // The page shows one alert of the message: an open one if there is any.
      const [first, ...others] = alerts.toSorted(
        (a, b) => Number(a.closedAt !== null) - Number(b.closedAt !== null),
      );
      const mayAck = may("acknowledge_alert", { role, plan: "free" }) === "yes";
      const asked = { alertId: first?.id ?? "", mayAck, photosPath: `${path}/photos` };
      const shown = await alertShown(services, opened.value, asked);
      if (!shown.ok) return shown;
      return {
        ...shown.value,
        page: withoutAddresses(shown.value.page),
        takers: shown.value.takers.map(([id, name]) => [id, beforeAt(name) ?? name] as const),
        others,
        paths: {
          ack: mayAck ? path : null,
          answer: mayAck && alerts.some(asksNow) ? `${path}/answer` : null,
          evidence: null,
          handOver: `${path}/hand-over`,
          quiet: `${path}/quiet`,
        },
      };
    },
    ...ALERT_PAGE,
    zone: ({ page: { home } }) => home,
    heading: ({ page: { home } }) => <p class="hint">{home.name}</p>,
  });
  photos(PATH, null, open);
  form(PATH, null, {
    run: (c) => answerAlertLink(services, tokenOf(c), clientIp(c, edge)),
    done: "acknowledged",
  });
  form(`${PATH}/answer`, null, {
    shape: QuestionAnswer,
    run: linked("acknowledge_alert", async ({ alerts, ...acting }, answer) => {
      const asked = alerts.find(asksNow) ?? alerts.find(({ kind }) => kind === "heating_stopped");
      return asked === undefined ? refuse("not_a_question") : answerAlert(services, acting, asked.id, answer);
    }),
    done: (_, { wish }) => ANSWERED[wish.answer],
  });
  form(`${PATH}/hand-over`, null, {
    shape: HandOver,
    run: linked("acknowledge_alert", async ({ alerts, ...acting }, wish) => {
      for (const { id } of alerts.filter(({ closedAt }) => closedAt === null)) {
        const handed = await handOverAlert(services, acting, id, wish);
        if (!handed.ok) return handed;
      }
      return done(null);
    }),
    done: "handedOver",
  });
  form(`${PATH}/quiet`, null, {
    shape: QuietAction,
    wish: ({ number }) => ({ action: "snooze", hours: number("hours") }),
    run: linked("manage_quiet", (acting, wish) => changeQuiet(services, acting, wish)),
    done: "snooze",
  });
}

/** The recipient of a message, and its alerts. */
type Linked = OpenedLink & { member: OpenedLink; actor: ActingMember["actor"] };

/** Cuts email addresses at the @: a link is passed on more easily than a session. */
const withoutAddresses = (page: AlertPage): AlertPage => ({
  ...page,
  acknowledgedBy: beforeAt(page.acknowledgedBy),
  nextSteps: page.nextSteps.map((step) => ({ ...step, name: beforeAt(step.name) })),
  timeline: page.timeline.map((entry) => ({
    ...entry,
    who: beforeAt(entry.who),
    what: beforeAt(entry.what),
  })),
});

const beforeAt = (name: string | null): string | null => name?.replace(/@[^@\s]+$/, "") ?? null;
