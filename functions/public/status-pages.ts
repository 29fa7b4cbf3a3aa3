import { html } from "hono/html";
import type { StatusLink } from "../../lib/status/status.actions.ts";
import { PROBLEMS } from "../../schema/problems.ts";

/** Pages without a script or a style: nothing for the security policy to let through. */
export const page = (title: string, content: ReturnType<typeof html>) =>
  html`<!doctype html>
<html lang="en">
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
`;

const ASK = {
  confirm: {
    title: "Confirm your subscription",
    text: "We will write to you when an incident of Hearthwatch begins, when there is news of it and when it ends.",
    button: "Confirm",
  },
  unsubscribe: {
    title: "Unsubscribe",
    text: "We will forget your address and not write to you again.",
    button: "Unsubscribe",
  },
} as const satisfies Record<StatusLink, object>;

/** The form has no action: it posts to the page's own address, which holds the token. */
export const askPage = (link: StatusLink) =>
  page(
    ASK[link].title,
    html`<p>${ASK[link].text}</p>
<form method="post"><button>${ASK[link].button}</button></form>`,
  );

export const donePage = (link: StatusLink) =>
  link === "confirm"
    ? page("You are subscribed", html`<p>We will write when there is news. Every mail can end it.</p>`)
    : page("You are unsubscribed", html`<p>Your address is forgotten.</p>`);

export const gonePage = page("This link leads nowhere", html`<p>${PROBLEMS.dead_status_link.error}.</p>`);
