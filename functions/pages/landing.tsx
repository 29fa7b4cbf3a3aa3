import { Hono } from "hono/tiny";
import type { Words } from "../../lib/language/en/pages.ts";
import { WORDS } from "../../lib/language/pages.ts";
import { sessionToken } from "../_http/cookies.ts";
import { Document } from "./components/document.tsx";
import { Icon, type IconName } from "./components/icons.tsx";
import { readerOf } from "./reader.ts";

/** What there is for people to read, in their language. */
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
            <a class="beside" href={landing.docsPath}>
              {landing.docs}
            </a>
            <a href="/status">{landing.status}</a>
            <a class="button" href="/sign-in">
              {words.signIn.title}
            </a>
          </nav>
        </header>
        <main id="content" tabindex={-1} class="landing">
          <div class="pitch">
            <h1>{landing.title}</h1>
            <p class="lead">{landing.lead}</p>
            <p class="row">
              <a class="button" href="/sign-in">
                {landing.start}
              </a>
              <a class="button second" href={landing.docsPath}>
                {landing.docs}
              </a>
            </p>
          </div>
          <Night words={words} />
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

/** How a night goes: the chart falls, a message comes, somebody takes it on, and it is warm again. */
function Night({ words }: { words: Words }) {
  const { night } = words.landing;
  return (
    <figure class="night">
      <figcaption>{night.caption}</figcaption>
      <svg viewBox="0 0 560 190" role="img" aria-label={night.picture}>
        <path class="limit" d="M0 128H560" />
        <path
          class="area"
          d="M0 34C60 30 110 36 160 58S250 122 290 142S340 156 368 140S440 62 480 50S540 44 560 44V190H0Z"
        />
        <path
          class="line"
          d="M0 34C60 30 110 36 160 58S250 122 290 142S340 156 368 140S440 62 480 50S540 44 560 44"
        />
        <circle class="alarm" cx="262" cy="128" r="7" />
        <circle class="taken" cx="322" cy="151" r="7" />
        <text x="8" y="122">
          {night.limit}
        </text>
        <text x="8" y="182">
          {night.from}
        </text>
        <text x="552" y="182" text-anchor="end">
          {night.to}
        </text>
      </svg>
      <ol>
        {night.story.map(({ time, text }, index) => (
          <li class={STORY_TONES[index]}>
            <span class="time">{time}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

const STORY_TONES = ["critical", "taken", "well"] as const;
