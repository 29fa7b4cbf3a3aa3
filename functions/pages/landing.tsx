import type { Words } from "../../lib/language/pages.ts";
import { sessionToken } from "../_http/cookies.ts";
import { Brand } from "./components/document.tsx";
import { Go, Icon, type IconName, Start } from "./components/list.tsx";
import { readerOf } from "./reader.ts";
import type { Site } from "./site.ts";

const POINTS: readonly IconName[] = ["alert", "device", "share"];

/** `/`: explains Hearthwatch to somebody who doesn't know it. */
export function landingPage({ services: { planRules }, open }: Site): void {
  const { get, page } = open();
  // The documentation is static. Its index in the reader's language is the only part that a function chooses.
  get("/docs", null, (c) => c.redirect(`/docs/${readerOf(c).language}`));
  page("/", null, {
    // A signed-in reader wants to see their home. `?about` shows the page anyway.
    load: (c) =>
      sessionToken(c) !== null && c.req.query("about") === undefined ? c.redirect("/home", 303) : {},
    title: ({ landing }) => landing.title,
    heading: () => null,
    frame: (_, { words: { landing, product, signIn } }) => ({
      isPrivate: false,
      main: "landing",
      top: (
        <Brand>
          <nav class="choices" aria-label={signIn.title}>
            <a class="beside" href="/docs">
              {landing.docs}
            </a>
            <a href="/status">{landing.status}</a>
            <Start href="/sign-in">{signIn.title}</Start>
          </nav>
        </Brand>
      ),
      foot: (
        <footer class="foot">
          <p>
            {product} · {landing.footer}
          </p>
          <nav class="row" aria-label={landing.more}>
            <a href="/docs">{landing.docs}</a>
            <a href="/status">{landing.status}</a>
            <a href={landing.privacyPath}>{landing.privacy}</a>
            <a href="/docs/api">API</a>
          </nav>
        </footer>
      ),
    }),
    view: (_, { words: { landing } }) => [
      <div class="stack">
        <h1>{landing.title}</h1>
        <p class="lead">{landing.lead}</p>
        <p class="row">
          <Start href="/sign-in">{landing.start}</Start>
          <Go href="/docs">{landing.docs}</Go>
        </p>
        <p class="hint">{planRules.prices ?? landing.cost}</p>
      </div>,
      <Night night={landing.night} />,
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

/**
 * An example night with the texts of real messages: the heating stops half an hour after midnight, Hearthwatch asks
 * about it long before 40 °F, somebody acknowledges, and the home gets warm again. Five pixels are 1 °F.
 */
function Night({ night }: { night: Words["landing"]["night"] }) {
  return (
    <figure class="night panel">
      <figcaption>
        <strong>{night.caption}</strong>
      </figcaption>
      <svg viewBox="0 0 560 210" role="img" aria-label={night.picture}>
        <g class="rules">
          {night.degrees.map((text, index) => (
            <>
              <path d={`M34 ${RULE + index * TEN_DEGREES}H560`} />
              <text x="0" y={RULE + 5 + index * TEN_DEGREES}>
                {text}
              </text>
            </>
          ))}
        </g>
        <path class="limit" d="M34 168H560" />
        <path class="area" d={`${COURSE}V210H0Z`} />
        <path class="line" d={COURSE} />
        <circle class="critical" cx="152" cy="64" r="7" />
        <circle cx="176" cy="71" r="7" />
        <circle class="well" cx="499" cy="55" r="7" />
        <text x="40" y="160">
          {night.limit}
        </text>
        {night.hours.map((hour, index) => (
          <text
            class={index % 2 === 1 ? "finer" : undefined}
            x={(560 * index) / (night.hours.length - 1)}
            y="202"
            text-anchor={index === 0 ? "start" : index === night.hours.length - 1 ? "end" : "middle"}
          >
            {hour}
          </text>
        ))}
      </svg>
      <ol class="stack">
        {night.story.map(({ time, text }, index) => (
          <li class={`note ${STORY_TONES[index]}`}>
            <strong>{time}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** The SVG path of the night's temperature. */
const COURSE = "M0 34C16 34 26 34 40 36S240 96 330 110C356 114 374 112 400 98S490 48 560 44";
/** In pixels: the height of the line for 70 °F, and the distance to the next line, 10 °F lower. */
const RULE = 18;
const TEN_DEGREES = 50;

const STORY_TONES = ["critical", "taken", "well"] as const;
