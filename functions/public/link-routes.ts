import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { html } from "hono/html";
import { Hono } from "hono/tiny";
import type { LimitPolicy } from "../../lib/kernel/ports.ts";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import type { LinkPageWords } from "../../lib/language/en/mails.ts";
import { LINK_PAGES } from "../../lib/language/languages.ts";
import { declineInvitation } from "../../lib/people/invitations.actions.ts";
import { unsubscribe } from "../../lib/reports/send.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import type { ProblemName } from "../../schema/problems.ts";
import type { Ok } from "../../schema/wire/text.ts";
import { askedLanguage } from "../_http/caller.ts";
import { overCallerLimit } from "../_http/rate-limit.ts";
import { refusal } from "../_http/reply.ts";

const POLICY = { name: "decline", limit: LIMITS.ackPerMinute, windowSeconds: 60 };
const DECLINE_PATH = "/api/invitations/decline/:token";

const UNSUBSCRIBE_POLICY = { name: "unsubscribe", limit: LIMITS.ackPerMinute, windowSeconds: 60 };
const DIGEST_PATH = "/api/digest/unsubscribe/:token";

/**
 * Guards the links of mails: no cache keeps their pages, no search engine lists them, and callers are
 * limited.
 */
export const linkGuard = (services: CoreServices, policy: LimitPolicy) =>
  createMiddleware(async (c, next) => {
    c.header("Cache-Control", "no-store");
    c.header("X-Robots-Tag", "noindex");
    return (await overCallerLimit(c, services, policy)) ?? (await next());
  });

/** True for a browser; a mail program's one click and a script name no HTML and are answered in JSON. */
export const wantsPage = (c: Context): boolean => /\btext\/html\b/i.test(c.req.header("Accept") ?? "");

type LinkName = Exclude<keyof LinkPageWords, "gone">;

/** People who follow a mail's link need not be signed in: they read the language of their browser. */
function linkPage(c: Context, title: string, content: ReturnType<typeof html>, status: 200 | 404 = 200) {
  c.header("Vary", "Accept-Language", { append: true });
  // Without a script or a style: nothing for the security policy to let through.
  return c.html(
    html`<!doctype html>
<html lang="${askedLanguage(c)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Hearthwatch</title>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`,
    status,
  );
}

/** The form has no action: it posts to the page's own address, which holds the token. */
export function askPage(c: Context, link: LinkName) {
  const { title, text, button, ...more } = LINK_PAGES[askedLanguage(c)][link];
  const second =
    "everybody" in more &&
    html`
<form method="post" action="?from=all"><button>${more.everybody}</button></form>`;
  return linkPage(
    c,
    title,
    html`<p>${text}</p>
<form method="post"><button>${button}</button></form>${second || ""}`,
  );
}

export function donePage(c: Context, link: LinkName) {
  const { title, text } = LINK_PAGES[askedLanguage(c)][link].done;
  return linkPage(c, title, html`<p>${text}</p>`);
}

/** A page for a browser, and the problem itself for a program. */
export function goneLink(c: Context, name: ProblemName): Response | Promise<Response> {
  if (!wantsPage(c)) return refusal(c, { name });
  const { title, text } = LINK_PAGES[askedLanguage(c)].gone;
  return linkPage(c, title, html`<p>${text}</p>`, 404);
}

/** The link in an invitation: looking at it does nothing, its buttons decline and are remembered. */
export function declineRoutes(services: Services) {
  const routes = new Hono();
  const guard = linkGuard(services, POLICY);
  routes.get(DECLINE_PATH, guard, async (c) => {
    const claim = await services.verifyDeclineToken(c.req.param("token"));
    return claim === null ? goneLink(c, "dead_decline_link") : askPage(c, "declineInvitation");
  });
  // No check for forgery: anyone with the token may act. `?from=all` is the second button.
  routes.post(DECLINE_PATH, guard, async (c) => {
    const declined = await declineInvitation(services, c.req.param("token"), c.req.query("from") === "all");
    if (!declined.ok) return goneLink(c, "dead_decline_link");
    return wantsPage(c) ? donePage(c, "declineInvitation") : c.json<Ok>(declined.value);
  });
  return routes;
}

/**
 * The link in a report: looking at it does nothing, its button or a mail program's one click ends the
 * reports.
 */
export function digestRoutes(services: Services) {
  const routes = new Hono();
  const guard = linkGuard(services, UNSUBSCRIBE_POLICY);
  routes.get(DIGEST_PATH, guard, async (c) => {
    const claim = await services.verifyUnsubscribeToken(c.req.param("token"));
    return claim === null ? goneLink(c, "dead_unsubscribe_link") : askPage(c, "unsubscribeReport");
  });
  // No check for forgery: anyone with the token may act, as mail providers do for their readers (RFC 8058).
  routes.post(DIGEST_PATH, guard, async (c) => {
    const ended = await unsubscribe(services, c.req.param("token"));
    if (!ended.ok) return goneLink(c, "dead_unsubscribe_link");
    return wantsPage(c) ? donePage(c, "unsubscribeReport") : c.json(ended.value);
  });
  return routes;
}
