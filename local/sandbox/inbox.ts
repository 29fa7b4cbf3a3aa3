import type { Hono } from "hono";
import { accepts } from "hono/accepts";
import { csrf } from "hono/csrf";
import { html, raw } from "hono/html";
import { demoIn } from "../demo/demo-file.ts";
import { BadNight, NIGHT_MINUTES } from "../demo/live.ts";
import type { SandboxEnv, SandboxMessage } from "./recorder.ts";

const SHOWN_MAX = 50;
const TITLE_CHARACTERS_MAX = 80;
/** During a night, messages appear without a reload. */
const REFRESH_SECONDS = 5;

/** Shows the messages: JSON for scripts, a page for browsers. A demo's page can also play a bad night. */
export function inbox(app: Hono<SandboxEnv>, messages: readonly SandboxMessage[], dataDir?: string): void {
  const night = new BadNight();
  app.get("/messages", (c) => {
    const type = accepts(c, {
      header: "Accept",
      supports: ["application/json", "text/html"],
      default: "application/json",
    });
    if (type !== "text/html") return c.json(messages);
    return c.html(page(messages, { watchedAt: night.watchedAt, canPlay: dataDir !== undefined }));
  });
  if (dataDir === undefined) return;
  app.post("/bad-night", csrf(), async (c) => {
    night.begin(await demoIn(dataDir));
    return c.redirect("/messages", 303);
  });
}

const page = (
  messages: readonly SandboxMessage[],
  night: Pick<BadNight, "watchedAt"> & { canPlay: boolean },
) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${night.watchedAt !== null && html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`}
<title>Messages</title>
<style>
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; background: #f7f2eb; color: #1d1b18; font: 1rem/1.5 system-ui, sans-serif }
details { margin: 1rem 0; padding: 1rem; border: 1px solid #e4dccf; border-radius: 0.75rem; background: #fffdf9; overflow-wrap: anywhere }
summary { font-weight: 600; cursor: pointer }
small { display: block; margin: 0.25rem 0 0.5rem; color: #5c564d; font-weight: 400 }
pre { margin: 0; white-space: pre-wrap; font: inherit }
iframe { width: 100%; height: 26rem; border: 0 }
@media (width < 40rem) { iframe { height: 36rem } }
button { padding: 0.625rem 1.25rem; border: 0; border-radius: 0.75rem; background: #a8400f; color: #fff; font: inherit; font-weight: 600 }
</style>
</head>
<body>
<main>
<h1>Messages</h1>
<p>What the stand-ins took in place of their providers, newest first. None of it left this machine.</p>
${night.canPlay && nightForm(night)}
${shown(messages.slice(-SHOWN_MAX).toReversed())}
</main>
</body>
</html>`;

const nightForm = ({ watchedAt }: Pick<BadNight, "watchedAt">) =>
  watchedAt !== null
    ? html`<p role="status">A bad night is being played: the cellar's pipe freezes, then leaks. Messages appear here by themselves.
<a href="${watchedAt}" target="_blank">Watch it as the family does</a>.</p>`
    : html`<form method="post" action="/bad-night"><button>Play a bad night</button>
<p>The pipe in the demo's cellar freezes and leaks, in ${NIGHT_MINUTES} minutes.</p></form>`;

/** Of messages that several people get alike, only the newest is open. */
function shown(messages: readonly SandboxMessage[]) {
  const seen = new Set<string>();
  return messages.map(({ channel, to, subject, body, html: mail, at }) => {
    const alike = `${channel} ${subject}`;
    const isOpen = !seen.has(alike);
    seen.add(alike);
    return html`<details${isOpen && raw(" open")}>
<summary>${subject ?? body.slice(0, TITLE_CHARACTERS_MAX)}<small>${channel} to ${to} · <time datetime="${at}">${at.slice(11, 19)} UTC</time></small></summary>
${mail === undefined ? html`<pre>${body}</pre>` : framed(mail)}
</details>`;
  });
}

/** A mail is a document of its own, and its links open outside this page. */
const framed = (mail: string) =>
  html`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${mail}`}"></iframe>`;
