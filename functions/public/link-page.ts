import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { html } from "hono/html";
import type { LimitPolicy } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { LINK_PAGES } from "../../lib/language/languages.ts";
import type { LinkPageWords } from "../../lib/language/words.ts";
import type { ProblemName } from "../../schema/problems.ts";
import { askedLanguage } from "../_http/accepted.ts";
import type { Edge } from "../_http/client-ip.ts";
import { overCallerLimit } from "../_http/rate-limit.ts";
import { refusal } from "../_http/reply.ts";

/**
 * Guards the links of mails: no cache keeps their pages, no search engine lists them, and callers are
 * limited.
 */
export const linkGuard = (ports: Pick<Services, "limiter"> & { edge: Edge }, policy: LimitPolicy) =>
  createMiddleware(async (c, next) => {
    c.header("Cache-Control", "no-store");
    c.header("X-Robots-Tag", "noindex");
    return (await overCallerLimit(c, ports, policy)) ?? (await next());
  });

/** True for a browser; a mail program's one click and a script name no HTML and are answered in JSON. */
export const wantsPage = (c: Context): boolean => /\btext\/html\b/i.test(c.req.header("Accept") ?? "");

type LinkName = Exclude<keyof LinkPageWords, "gone">;

/** Whoever follows a mail's link need not be signed in: they read the language of their browser. */
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
