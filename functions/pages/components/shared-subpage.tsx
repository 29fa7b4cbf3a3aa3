import type { Child } from "hono/jsx";
import type { Teller } from "../format/teller.ts";
import type { Reader } from "../reader.ts";
import { Document } from "./document.tsx";
import { Icon } from "./icons.tsx";
import { ReaderChoices } from "./reader-choices.tsx";

type SubpageProps = {
  token: string;
  /** The home's name. */
  home: string;
  title: string;
  reader: Reader;
  teller: Teller;
  children?: Child;
};

/** A page below a shared link, with its way back. */
export const SharedSubpage = ({ token, home, title, reader, teller, children }: SubpageProps) => (
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
      <ReaderChoices reader={reader} teller={teller} />
    </header>
    <main id="content" tabindex={-1}>
      <h1>{title}</h1>
      {children}
    </main>
  </Document>
);
