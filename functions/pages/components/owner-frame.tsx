import type { Child } from "hono/jsx";
import type { HomeFacts } from "../../../lib/people/home-facts.queries.ts";
import type { Words } from "../words/en.ts";
import { Brand } from "./brand.tsx";
import { Document, type DocumentProps } from "./document.tsx";
import { ERROR_ID, type FormTrouble, TroubleScope } from "./fields.tsx";
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
  /** The places that are open to the reader. */
  places?: readonly PlaceName[];
  /** The home that is shown; null before there is one. */
  home?: HomeFacts | null;
  heading?: Child;
  /** Whether the page fills a wide screen; text, lists and forms keep to a column that can be read. */
  isWide?: boolean;
  /** Said once, after something was done. */
  notice?: string | undefined;
  /** What is wrong with what was sent, where that is not said at a field. */
  problem?: string | undefined;
  /** What a form that was refused shows at its fields. */
  trouble?: FormTrouble | null;
  /** Further modules of ours that only this page runs. */
  scripts?: DocumentProps["scripts"];
  children?: Child;
};

/** A page of somebody who is signed in: navigation, heading, what has just happened, and the content. */
export function OwnerFrame(props: Props) {
  const {
    place,
    places = [],
    home = null,
    heading,
    isWide = false,
    notice,
    problem,
    trouble = null,
    children,
    ...document
  } = props;
  const { words } = document;
  return (
    <Document
      {...document}
      scripts={["owner.js", ...(document.scripts ?? [])]}
      manifest="/manifest.webmanifest"
      timeZone={home?.timeZone}
    >
      {place === null ? (
        <Brand words={words} />
      ) : (
        <Navigation place={place} places={places} home={home} words={words} />
      )}
      <main id="content" class={isWide ? undefined : "column"} tabindex={-1}>
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
        {trouble?.field == null ? null : (
          <p class="note problem" role="alert">
            <Icon name="alert" />
            <span>
              {words.form.check} <a href={`#${ERROR_ID}`}>{trouble.field.text}</a>
            </span>
          </p>
        )}
        <TroubleScope value={trouble}>{children}</TroubleScope>
      </main>
    </Document>
  );
}

type NavigationProps = {
  place: PlaceName;
  places: readonly PlaceName[];
  home: HomeFacts | null;
  words: Words;
};

const Navigation = ({ place, places, home, words }: NavigationProps) => (
  <header class="top bar">
    <a class="brand" href="/home" aria-label={`${words.product}: ${home?.name ?? words.owner.places.home}`}>
      <Icon name="hearth" />
      <span>
        {home?.name ?? words.product}
        {home === null ? null : <small>{words.product}</small>}
      </span>
    </a>
    {home === null || home.otherHomes.length === 0 ? null : <Switcher home={home} words={words} />}
    <nav class="places" aria-label={words.owner.navigation}>
      {places.map((name) => (
        <a href={PLACES[name].path} aria-current={name === place ? "page" : undefined}>
          <Icon name={PLACES[name].icon} />
          <span>{words.owner.places[name]}</span>
        </a>
      ))}
    </nav>
  </header>
);

/** One press to each of the reader's other homes. */
const Switcher = ({ home, words }: { home: HomeFacts; words: Words }) => (
  <details class="switcher">
    <summary aria-label={words.owner.otherHomes} title={words.owner.otherHomes}>
      <Icon name="more" />
    </summary>
    <ul>
      {home.otherHomes.map(({ id, name }) => (
        <li>
          <form method="post" action={`/settings/homes/${id}`} class="press">
            <button type="submit" class="second">
              {name}
            </button>
          </form>
        </li>
      ))}
    </ul>
  </details>
);
