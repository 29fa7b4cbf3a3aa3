import { Hono } from "hono";
import { sessionToken } from "../_http/session-cookie.ts";
import { Document } from "./components/document.tsx";
import { Icon, type IconName } from "./components/icons.tsx";
import { readerOf } from "./reader.ts";
import { WORDS } from "./words/words.ts";

const POINTS: readonly IconName[] = ["alert", "flood", "motion"];

/** `/`: what this is, for somebody who has never heard of it. */
export function landingPage() {
  const routes = new Hono();
  routes.get("/", (c) => {
    // A reader who is signed in has come for their home.
    if (sessionToken(c) !== null && c.req.query("about") === undefined) return c.redirect("/home", 303);
    const { language, isLarge } = readerOf(c);
    const words = WORDS[language];
    const { landing } = words;
    return c.html(
      <Document
        title={landing.title}
        language={language}
        words={words}
        isLarge={isLarge}
        now={new Date()}
        isPrivate={false}
      >
        <header class="top">
          <p class="brand">
            <Icon name="hearth" />
            {words.product}
          </p>
          <nav class="choices far" aria-label={words.signIn.title}>
            <a href="/docs">{landing.docs}</a>
            <a href="/status">{landing.status}</a>
            <a class="button" href="/sign-in">
              {words.signIn.title}
            </a>
          </nav>
        </header>
        <main id="content" tabindex={-1} class="landing">
          <h1>{landing.title}</h1>
          <p class="lead">{landing.lead}</p>
          <p class="row">
            <a class="button" href="/sign-in">
              {landing.start}
            </a>
          </p>
          <picture class="shown">
            <source srcset="/picture-dark.png" media="(prefers-color-scheme: dark)" />
            <img src="/picture.png" width="780" height="1688" alt={landing.picture} loading="lazy" />
          </picture>
          <ul class="points">
            {landing.points.map(({ title, text }, index) => (
              <li>
                <Icon name={POINTS[index] ?? "well"} />
                <h2>{title}</h2>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </main>
      </Document>,
    );
  });
  return routes;
}
