import { html } from "hono/html";
import type { AckLinkShown } from "../../lib/alerts/answer.actions.ts";
import type { ShownAlert } from "../../lib/alerts/shown-alert.ts";
import type { Problem } from "../../lib/kernel/outcome.ts";
import { EN_KINDS } from "../../lib/language/en/kinds.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { page } from "./status-pages.ts";

/** The form has no action: it posts to the page's own address, which holds the token. */
export const askPage = ({ alert, homeName }: AckLinkShown) =>
  page(
    "Acknowledge this alert",
    html`<p><strong>${alert.title}</strong> in ${homeName}: ${EN_KINDS[alert.kind].plight}, ${alert.severity}, since
<time datetime="${alert.opened_at}">${spokenTime(alert.opened_at)}</time>.</p>
<p>No more reminders will be sent, unless it gets worse.</p>
<form method="post"><button>I am on it</button></form>`,
  );

export const takenPage = (alert: ShownAlert) =>
  page(
    "Acknowledged",
    html`<p><strong>${alert.title}</strong>: no more reminders will be sent, unless it gets worse.</p>`,
  );

export const overPage = (alert: ShownAlert) =>
  page(
    "This alert is over",
    html`<p><strong>${alert.title}</strong>: it ended
<time datetime="${alert.closed_at ?? ""}">${spokenTime(alert.closed_at ?? "")}</time>.</p>`,
  );

export const refusedPage = ({ name, sentence }: Problem) =>
  page("This link can't be used", html`<p>${sentence ?? PROBLEMS[name].error}.</p>`);

/** `2026-11-20 10:00 UTC` */
const spokenTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
