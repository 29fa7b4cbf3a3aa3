import type { Child } from "hono/jsx";
import type { Words } from "../words/en.ts";
import { Document, type DocumentProps } from "./document.tsx";
import { Icon, type IconName } from "./icons.tsx";

/** The places of an owner's navigation. */
export const PLACES = {
  home: { path: "/home", icon: "hearth" },
  alerts: { path: "/alerts", icon: "alert" },
  devices: { path: "/devices", icon: "device" },
  sharing: { path: "/sharing", icon: "share" },
  settings: { path: "/settings", icon: "settings" },
} as const satisfies Record<string, { path: string; icon: IconName }>;
export type PlaceName = keyof typeof PLACES;

type Props = Omit<DocumentProps, "scripts"> & {
  /** The page's place in the navigation; null before there is a home to go about in. */
  place: PlaceName | null;
  heading?: Child;
  /** Said once, after something was done. */
  notice?: string | undefined;
  /** What is wrong with what was sent. */
  problem?: string | undefined;
  children?: Child;
};

/** A page of somebody who is signed in: navigation, heading, what has just happened, and the content. */
export function OwnerFrame({ place, heading, notice, problem, children, ...document }: Props) {
  return (
    <Document {...document} scripts={["owner.js"]} manifest="/manifest.webmanifest">
      {place === null ? (
        <Brand words={document.words} />
      ) : (
        <Navigation place={place} words={document.words} />
      )}
      <main id="content" tabindex={-1}>
        {heading === undefined ? <h1 class="page-title">{document.title}</h1> : heading}
        {notice === undefined ? null : (
          <p class="note done" role="status">
            <Icon name="well" />
            <span>{notice}</span>
          </p>
        )}
        {problem === undefined ? null : (
          <p class="note problem" role="alert">
            <Icon name="alert" />
            <span>{problem}</span>
          </p>
        )}
        {children}
      </main>
    </Document>
  );
}

const Brand = ({ words }: { words: Words }) => (
  <header class="top">
    <a class="brand" href="/">
      <Icon name="hearth" />
      {words.product}
    </a>
  </header>
);

const Navigation = ({ place, words }: { place: PlaceName; words: Words }) => (
  <header class="top">
    <nav class="places" aria-label={words.owner.navigation}>
      {(Object.keys(PLACES) as PlaceName[]).map((name) => (
        <a href={PLACES[name].path} aria-current={name === place ? "page" : undefined}>
          <Icon name={PLACES[name].icon} />
          <span>{words.owner.places[name]}</span>
        </a>
      ))}
    </nav>
  </header>
);
