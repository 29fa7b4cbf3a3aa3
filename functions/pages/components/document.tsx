import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Words } from "../../../lib/language/en/pages.ts";
import type { Language } from "../../../schema/vocabulary.ts";
import { ASSETS } from "../assets.ts";
import { Icon } from "./icons.tsx";

export type DocumentProps = {
  title: string;
  language: Language;
  words: Words;
  now: Date;
  /** Built browser modules by their source's name. */
  scripts?: (keyof typeof ASSETS)[];
  manifest?: string | undefined;
  /** Where other sites read how to show this page in a frame. */
  /** The home's zone, where the page is about one. */
  timeZone?: string | undefined;
  isLarge?: boolean;
  isKiosk?: boolean;
  /** False only where a search engine may list the page. */
  isPrivate?: boolean;
  children?: Child;
};

/** A whole HTML page. Its only script is a module of ours, its only style our sheet. */
export function Document(props: DocumentProps) {
  const { title, language, words, scripts = [], manifest, isLarge, isKiosk, isPrivate = true } = props;
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
          {scripts.map((script) => (
            <script type="module" src={ASSETS[script]}></script>
          ))}
        </head>
        <body data-at={props.now.toISOString()}>
          <a class="skip" href="#content">
            {words.common.skip}
          </a>
          <p
            id="offline"
            class="note"
            role="status"
            hidden
            data-words={words.common.offline("{time}")}
            data-zone={props.timeZone}
          ></p>
          {props.children}
        </body>
      </html>
    </>
  );
}

/** The way to the start, where there is no home to go through. */
export const Brand = ({ words }: { words: Words }) => (
  <header class="top">
    <a class="brand" href="/">
      <Icon name="hearth" />
      {words.product}
    </a>
  </header>
);
