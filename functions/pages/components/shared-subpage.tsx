import type { Child } from "hono/jsx";
import { WORDS } from "../../../lib/language/pages.ts";
import { LANGUAGES } from "../../../schema/vocabulary.ts";
import type { Teller } from "../format/teller.ts";
import type { Reader } from "../reader.ts";
import { Document } from "./document.tsx";
import { Icon } from "./icons.tsx";

type ChoicesProps = {
  reader: Reader;
  teller: Teller;
  /** What of the address stays as it is (`&range=7d`). */
  kept?: string;
};

/** Scale, size and language, as links: they work without a script. */
export function ReaderChoices({ reader, teller, kept = "" }: ChoicesProps) {
  const { common } = teller.words;
  return (
    <nav class="choices" aria-label={common.degrees}>
      <span class="pair">
        {(["F", "C"] as const).map((unit) => (
          <a href={`?unit=${unit}${kept}`} aria-current={teller.unit === `°${unit}` ? "true" : undefined}>
            °{unit}
          </a>
        ))}
      </span>
      <a class="size" href={`?text=${reader.isLarge ? "normal" : "large"}${kept}`}>
        <span aria-hidden="true">{reader.isLarge ? "A−" : "A+"}</span>
        <span class="visually-hidden">{reader.isLarge ? common.normalText : common.largeText}</span>
      </a>
      <span class="pair">
        {LANGUAGES.map((language) => (
          <a
            href={`?lang=${language}${kept}`}
            lang={language}
            aria-current={reader.language === language ? "true" : undefined}
          >
            {language.toUpperCase()}
            <span class="visually-hidden"> {WORDS[language].name}</span>
          </a>
        ))}
      </span>
    </nav>
  );
}

type SubpageProps = Pick<ChoicesProps, "kept"> & {
  token: string;
  /** The home's name. */
  home: string;
  title: string;
  reader: Reader;
  teller: Teller;
  children?: Child;
};

/** A page below a shared link, with its way back. */
export const SharedSubpage = ({ token, home, title, reader, teller, kept, children }: SubpageProps) => (
  <Document
    title={title}
    language={reader.language}
    words={teller.words}
    isLarge={reader.isLarge}
    now={teller.now}
    timeZone={teller.timeZone}
    scripts={["share.js"]}
  >
    <header class="top">
      <a class="back" href={`/s/${token}`}>
        <Icon name="back" />
        {home}
      </a>
      <ReaderChoices reader={reader} teller={teller} {...(kept === undefined ? {} : { kept })} />
    </header>
    <main id="content" tabindex={-1}>
      <h1>{title}</h1>
      {children}
    </main>
  </Document>
);
