import type { Child } from "hono/jsx";
import type { ownerPage } from "../owner-page.tsx";
import { Note } from "./banner.tsx";
import { Brand, Document } from "./document.tsx";
import { ERROR_ID, TroubleScope } from "./fields.tsx";
import { Icon } from "./icons.tsx";
import { Navigation, PLACES, type PlaceName } from "./navigation.tsx";
import { SettingsSidebar } from "./settings-list.tsx";
import { useTeller } from "./teller-scope.ts";

export type FrameProps = {
  title: string;
  /** In place of the title at the top. */
  heading?: Child;
  /** The page above this one, for the way back: a place of the navigation, or any address with its title. */
  up?: PlaceName | readonly [href: string, title: string] | undefined;
  /** True if the page fills a wide screen; text, lists and forms keep to a readable column. */
  isWide?: boolean | undefined;
};

type Props = ReturnType<typeof ownerPage>["frame"] & FrameProps & { children?: Child };

/** A page of somebody who is signed in: navigation, heading, what has just happened, and the content. */
export function OwnerFrame(props: Props) {
  const {
    place,
    places,
    home,
    beside,
    heading,
    up,
    isWide = false,
    notice,
    problem,
    trouble,
    children,
    ...document
  } = props;
  const { words } = document.teller;
  return (
    <Document {...document} script="owner.js" manifest="/manifest.webmanifest">
      {place === null ? <Brand /> : <Navigation place={place} places={places} home={home} />}
      {beside === null || beside.path === PLACES.settings.path ? null : <SettingsSidebar {...beside} />}
      <main id="content" class={isWide ? undefined : "column"} tabindex={-1}>
        {up === undefined ? null : <WayUp up={up} />}
        {heading === undefined ? <h1 class="page-title">{document.title}</h1> : heading}
        {notice === undefined ? null : (
          <Note kind="done" icon="well" role="status">
            {notice}
          </Note>
        )}
        {problem === undefined ? null : (
          <Note kind="problem" icon="alert" role="alert">
            {problem}
          </Note>
        )}
        {trouble?.field == null ? null : (
          <Note kind="problem" icon="alert" role="alert">
            {words.form.check} <a href={`#${ERROR_ID}`}>{trouble.field.text}</a>
          </Note>
        )}
        <TroubleScope value={trouble}>{children}</TroubleScope>
      </main>
    </Document>
  );
}

function WayUp({ up }: { up: NonNullable<Props["up"]> }) {
  const { words } = useTeller();
  const [href, title] = typeof up === "string" ? [PLACES[up].path, words.owner.places[up]] : up;
  return (
    <p>
      <a class="back" href={href}>
        <Icon name="back" />
        {title}
      </a>
    </p>
  );
}
