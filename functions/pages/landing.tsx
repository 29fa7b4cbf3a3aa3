import { Hono } from "hono";
import { Document } from "./components/document.tsx";
import { Icon, type IconName } from "./components/icons.tsx";
import { readerOf } from "./reader.ts";
import { WORDS } from "./words/words.ts";

const POINTS: readonly IconName[] = ["alert", "flood", "motion"];

/** `/`: what this is, for somebody who has never heard of it. */
export function landingPage() {
  const routes = new Hono();
  routes.get("/", (c) => {
    const { language, isLarge } = readerOf(c);
    const words = WORDS[language];
    const { landing } = words;
    return c.html(
      <Document {...{ title: landing.title, language, words, isLarge, now: new Date(), isPrivate: false }}>
        <header class="top">
          <p class="brand">
            <Icon name="hearth" />
            {words.product}
          </p>
        </header>
        <main id="content" tabindex={-1} class="landing">
          <h1>{landing.title}</h1>
          <p class="lead">{landing.lead}</p>
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
