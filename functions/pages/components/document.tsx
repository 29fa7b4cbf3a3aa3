import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { WORDS } from "../../../lib/language/pages.ts";
import type { Member } from "../../../lib/people/activity.ts";
import { LANGUAGES } from "../../../schema/vocabulary.ts";
import { ASSETS } from "../assets.ts";
import { ReaderScope, type Teller, useTeller } from "../format/teller.tsx";
import { Icon } from "./list.tsx";

export type Frame = {
  top?: Child;
  foot?: Child;
  /** The classes of what is between them. */
  main?: string | undefined;
  liveSeconds?: number | undefined;
  /** A built browser module by its source's name; the file's content stands in the name of its path. */
  script?: keyof typeof ASSETS | undefined;
  manifest?: string | undefined;
  isKiosk?: boolean;
  /** False only where a search engine may list the page. */
  isPrivate?: boolean;
};

type DocumentProps = Frame & {
  title: string;
  teller: Teller;
  member?: Member | undefined;
  children?: Child;
};

/** A whole HTML page. Its only script is a module of ours, its only style our sheet. */
export function Document(props: DocumentProps) {
  const { title, teller, member, script, manifest, isKiosk, isPrivate = true } = props;
  const { language, words, now, timeZone, isZoneSaid, isLarge } = teller;
  return (
    <>
      {raw("<!doctype html>")}
      <html lang={language} data-text={isLarge ? "large" : undefined} data-kiosk={isKiosk ? "" : undefined}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" content="#f7f3ec" media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content="#131518" media="(prefers-color-scheme: dark)" />
          {isPrivate ? <meta name="robots" content="noindex" /> : null}
          <title>{`${title} · ${words.product}`}</title>
          <link rel="stylesheet" href={ASSETS["app.css"]} />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          {manifest === undefined ? null : <link rel="manifest" href={manifest} />}
          {script === undefined ? null : <script type="module" src={ASSETS[script]}></script>}
        </head>
        <body data-at={now.toISOString()}>
          <a class="skip" href="#content">
            {words.common.skip}
          </a>
          <p
            id="offline"
            class="note"
            role="status"
            hidden
            data-words={words.common.offline("{time}")}
            data-zone={isZoneSaid ? undefined : timeZone}
          ></p>
          <ReaderScope value={{ teller, member }}>
            {props.top}
            <main id="content" class={props.main} tabindex={-1} data-live={props.liveSeconds}>
              {props.children}
            </main>
            {props.foot}
          </ReaderScope>
        </body>
      </html>
    </>
  );
}

/** The way to the start, where there is no home to go through. */
export const Brand = () => (
  <header class="top">
    <a class="brand" href="/">
      <Icon name="hearth" />
      {useTeller().words.product}
    </a>
  </header>
);

/** Scale, size and language, as links: they work without a script. `kept`: what of the address stays (`&range=7d`). */
export function ReaderChoices({ kept = "" }: { kept?: string | undefined }) {
  const { words, unit: chosen, isLarge, language: spoken } = useTeller();
  const { common } = words;
  return (
    <nav class="choices" aria-label={common.degrees}>
      <span>
        {(["F", "C"] as const).map((unit) => (
          <a href={`?unit=${unit}${kept}`} aria-current={chosen === `°${unit}` ? "true" : undefined}>
            °{unit}
          </a>
        ))}
      </span>
      <a href={`?text=${isLarge ? "normal" : "large"}${kept}`}>
        <span aria-hidden="true">{isLarge ? "A−" : "A+"}</span>
        <span class="visually-hidden">{isLarge ? common.normalText : common.largeText}</span>
      </a>
      <span>
        {LANGUAGES.map((language) => (
          <a
            href={`?lang=${language}${kept}`}
            lang={language}
            aria-current={spoken === language ? "true" : undefined}
          >
            {language.toUpperCase()}
            <span class="visually-hidden"> {WORDS[language].name}</span>
          </a>
        ))}
      </span>
    </nav>
  );
}
