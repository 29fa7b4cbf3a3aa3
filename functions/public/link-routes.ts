import type { Context, Env } from "hono";
import { html, raw } from "hono/html";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { LINK_PAGES, type LinkPageWords } from "../../lib/language/languages.ts";
import { declineInvitation } from "../../lib/people/invitations.actions.ts";
import { unsubscribe } from "../../lib/reports/send.actions.ts";
import { confirmStatus, isStatusConfirm, unsubscribeFromStatus } from "../../lib/status/status.actions.ts";
import { RATE_LIMITS } from "../../schema/limits.ts";
import { PAGE } from "../../schema/openapi/route.ts";
import { Ok } from "../../schema/wire/text.ts";
import { refusal, SECURITY_HEADERS } from "../_http/app.ts";
import { askedLanguage, prefersHtml } from "../_http/caller.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { tokenOf } from "../_http/rate-limit.ts";

type LinkName = Exclude<keyof LinkPageWords, "gone">;
type Said = { title: string; text: string; button?: string; everybody?: string };

/** A link in a mail. GET shows a page with a button; only pressing the button changes anything. */
type MailLink = {
  ids: readonly [string, string];
  path: `/${string}`;
  page: LinkName;
  look: { summary: string; about: string; shows?: string };
  press: { summary: string; about: string; done?: string };
  /** Returns the token's content, or null if the token isn't ours. */
  read: (services: Services, token: string) => unknown;
  act: (services: Services, token: string, c: Context) => Promise<Outcome<Ok>>;
};

const SCANNED =
  "Shows a page with a button. Mail programs open links to check them, so only the button changes anything.";
const TWICE = "A second press changes nothing.";

const LINKS: readonly MailLink[] = [
  {
    ids: ["status.lookConfirm", "status.confirm"],
    path: "/api/status/confirm/:token",
    page: "confirmStatus",
    look: { summary: "Open a confirmation link", about: SCANNED },
    press: { summary: "Confirm a status subscription", about: TWICE },
    read: (_, token) => isStatusConfirm(token) || null,
    act: confirmStatus,
  },
  {
    ids: ["status.lookUnsubscribe", "status.unsubscribe"],
    path: "/api/status/unsubscribe/:token",
    page: "unsubscribeStatus",
    look: { summary: "Open a status unsubscribe link", about: SCANNED },
    press: { summary: "Unsubscribe from status updates", about: TWICE },
    read: (services, token) => services.linkTokens.verify("status", token),
    act: unsubscribeFromStatus,
  },
  {
    ids: ["reportLink.look", "reportLink.unsubscribe"],
    path: "/api/digest/unsubscribe/:token",
    page: "unsubscribeReport",
    look: { summary: "Open an unsubscribe link", about: "Every digest and report has this link." },
    press: {
      summary: "Unsubscribe from a report",
      about: "Mail programs may call it by themselves (RFC 8058).",
    },
    read: (services, token) => services.linkTokens.verify("report", token),
    act: unsubscribe,
  },
  {
    ids: ["invitationLink.look", "invitationLink.decline"],
    path: "/api/invitations/decline/:token",
    page: "declineInvitation",
    look: {
      summary: "Open a decline link",
      about: "The invitation's mail has this link.",
      shows: "A page with two buttons",
    },
    press: {
      summary: "Decline by link",
      about: "The home can't invite the address again.",
      done: "Declined",
    },
    read: (services, token) => services.linkTokens.verify("decline", token),
    // `?from=all` is the second button.
    act: (services, token, c) => declineInvitation(services, token, c.req.query("from") === "all"),
  },
];

const route = routesFor<Services, Env>();

/** Needs no CSRF check: anyone with the token may act, and mail providers do so for their readers (RFC 8058). */
const linkRoutes = ({ ids: [looks, presses], path, page, look, press, read, act }: MailLink) => {
  const link = { limit: RATE_LIMITS.links, refusals: [404, 429, 500], refusesWithPage: true } as const;
  return {
    [looks]: route({
      on: `GET ${path}`,
      ...link,
      summary: look.summary,
      about: look.about,
      answers: { 200: { description: look.shows ?? "A page with one button", types: [PAGE] } },
      answer: async (services, c) => {
        keptByNobody(c);
        return (await read(services, tokenOf(c))) === null
          ? goneLink(c)
          : linkPage(c, (words) => words[page]);
      },
    }),
    [presses]: route({
      on: `POST ${path}`,
      ...link,
      summary: press.summary,
      about: press.about,
      answers: { 200: { description: press.done ?? "Done", json: Ok, types: [PAGE] } },
      answer: async (services, c) => {
        keptByNobody(c);
        const acted = await act(services, tokenOf(c), c);
        if (!acted.ok) return goneLink(c);
        return prefersHtml(c) ? linkPage(c, (words) => words[page].done) : acted;
      },
    }),
  };
};

/** The links in mails, for people who need not be signed in. */
export const LINK_ROUTES = Object.assign({}, ...LINKS.map(linkRoutes)) as ReturnType<typeof linkRoutes>;

/** Keeps the page out of caches and search engines. */
function keptByNobody(c: Context): void {
  c.header("Cache-Control", "no-store");
  c.header("X-Robots-Tag", "noindex");
}

const STYLED = SECURITY_HEADERS["Content-Security-Policy"].replace("; ", "; style-src 'unsafe-inline'; ");

/** The mails' colors. Inline, because a file's name with its hash is known only to the pages' group. */
const STYLE = `body{margin:0;background:light-dark(#f7f3ec,#131518);color:light-dark(#1f1b16,#f2efe9);font:1rem/1.5 system-ui,sans-serif}
main{max-width:32rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.25}
form{margin:0.75rem 0}
button{padding:0.625rem 1.25rem;min-height:2.75rem;border:0;border-radius:0.75rem;background:light-dark(#a8420d,#ffab76);color:light-dark(#fff,#2a1206);font:600 1rem system-ui,sans-serif}`;

/** Answers a page in the language of the browser, since its reader need not be signed in. */
function linkPage(c: Context, say: (words: LinkPageWords) => Said, status: 200 | 404 = 200) {
  const language = askedLanguage(c);
  const { title, text, button, everybody } = say(LINK_PAGES[language]);
  c.header("Vary", "Accept-Language", { append: true });
  c.header("Content-Security-Policy", STYLED);
  // A form without an action posts to the page's own address, which holds the token.
  return c.html(
    html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Hearthwatch</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<p>Hearthwatch</p>
<h1>${title}</h1>
<p>${text}</p>
${button && html`<form method="post"><button>${button}</button></form>`}
${everybody && html`<form method="post" action="?from=all"><button>${everybody}</button></form>`}
</main>
</body>
</html>
`,
    status,
  );
}

/** Answers a page to a browser, and the problem itself to a program. */
const goneLink = (c: Context): Response | Promise<Response> =>
  prefersHtml(c) ? linkPage(c, ({ gone }) => gone, 404) : refusal(c, { name: "dead_link" });
