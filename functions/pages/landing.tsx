import { sessionToken } from "../_http/cookies.ts";
import { Brand } from "./components/document.tsx";
import { Go, Icon, type IconName, Start } from "./components/list.tsx";
import { Rooms } from "./components/sensor-card.tsx";
import { Standing } from "./components/standing.tsx";
import { StillChart } from "./components/still-chart.tsx";
import { ReaderScope, type Teller, tellerFor } from "./format/teller.tsx";
import { readerOf } from "./reader.ts";
import { sampleHome, sampleNight } from "./sample-home.ts";
import type { Site } from "./site.ts";

const POINTS: readonly IconName[] = ["alert", "device", "share"];

/** `/`: explains Hearthwatch to somebody who doesn't know it. */
export function landingPage({ services: { planRules }, open }: Site): void {
  const { get, page } = open();
  // The documentation is static. Its index in the reader's language is the only part that a function chooses.
  get("/docs", null, (c) => c.redirect(`/docs/${readerOf(c).language}`));
  page("/", null, {
    // A signed-in reader wants to see their home.
    load: (c) => (sessionToken(c) === null ? {} : c.redirect("/home", 303)),
    title: ({ landing }) => landing.title,
    heading: () => null,
    frame: (_, { words: { landing, product, signIn } }) => ({
      main: "landing",
      top: (
        <Brand>
          <Start href="/sign-in">{signIn.title}</Start>
        </Brand>
      ),
      foot: (
        <footer class="foot">
          <p>
            {product} · {landing.footer}
          </p>
          <nav class="row" aria-label={landing.more}>
            <a href={landing.docsPath}>{landing.docs}</a>
            <a href="/status">{landing.status}</a>
            <a href={landing.privacyPath}>{landing.privacy}</a>
            <a href="/docs/api">API</a>
          </nav>
        </footer>
      ),
    }),
    view: (_, { teller, words: { landing } }) => [
      <div class="stack">
        <h1>{landing.title}</h1>
        <p class="lead">{landing.lead}</p>
        <p class="row">
          <Start href="/sign-in">{landing.start}</Start>
          <Go href={landing.docsPath}>{landing.docs}</Go>
        </p>
        <p class="hint">{planRules.prices ?? landing.cost}</p>
      </div>,
      <Pictures {...teller} />,
      <ul class="points">
        {landing.points.map(({ title, text }, index) => (
          <li>
            <Icon name={POINTS[index] ?? "well"} />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>,
      <dl class="terms">
        {landing.terms.map(({ title, text, path, link }) => (
          <div>
            <dt>{title}</dt>
            <dd>
              {text} <a href={path}>{link}</a>
            </dd>
          </div>
        ))}
      </dl>,
    ],
  });
}

/** An example night with the texts of real messages, and the page that a family sees, both drawn as the product does. */
function Pictures({ language, now, words: { landing } }: Teller) {
  const { night, sample } = landing;
  // The texts name values in the unit that most of their readers use.
  const teller = tellerFor({ language, now, timeZone: "UTC", unit: night.unit === "°C" ? "°C" : "°F" });
  const { home, rooms } = sampleHome(teller);
  return (
    <ReaderScope value={{ teller }}>
      <figure class="night panel">
        <figcaption>
          <strong>{night.caption}</strong>
        </figcaption>
        <div role="img" aria-label={night.picture}>
          <div inert>
            <StillChart label={night.caption} {...sampleNight(home, teller)} />
          </div>
        </div>
        <ol class="stack">
          {night.story.map(({ time, text }, index) => (
            <li class={`note ${STORY_TONES[index]}`}>
              <strong>{time}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </figure>
      <figure class="night panel stack">
        <figcaption>
          <strong>{sample.caption}</strong>
        </figcaption>
        <div role="img" aria-label={sample.picture}>
          <div inert class="stack">
            <Standing home={home} />
            <Rooms rooms={rooms} hrefOf={() => "/"} />
          </div>
        </div>
      </figure>
    </ReaderScope>
  );
}

const STORY_TONES = ["warning", "taken", "well"] as const;
