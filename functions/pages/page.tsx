import type { Context } from "hono";
import type { Child } from "hono/jsx";
import type { Outcome } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { may } from "../../lib/people/entitlement.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import type { Action } from "../../schema/vocabulary.ts";
import { PLACES, type PlaceName } from "./components/navigation.tsx";
import { type FrameProps, OwnerFrame } from "./components/owner-frame.tsx";
import { settingName } from "./components/settings-list.tsx";
import { ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import type { Zone } from "./reader.ts";
import type { PageEnv } from "./session.ts";

/** What a page knows of its reader beside its own content. */
export type PageContext = ReturnType<typeof ownerPage> & {
  c: Context<PageEnv>;
  /** Nothing is offered that would refuse the reader. */
  mayDo: (action: Action) => boolean;
};

export const mayDoOf = (c: Context<PageEnv>) => (action: Action) => may(action, c.var.member) === "yes";

export type PageSpec<Shown> = {
  /** Its place in the navigation, or null; the settings where left out. */
  place?: PlaceName | null;
  load: (c: Context<PageEnv>) => Outcome<Shown> | Promise<Outcome<Shown>>;
  /** What stands in the frame. */
  view: (shown: Shown, page: PageContext) => Child;
  /** What the list of settings calls it where left out. */
  title?: (words: Words, shown: Shown, page: PageContext) => string;
  /** In place of the title at the top. */
  heading?: (shown: Shown) => Child;
  /** The page above this one, where that is not its place in the navigation. */
  up?: (words: Words, shown: Shown) => FrameProps["up"];
  /** Whose clock and scale it tells by, where that is not the reader's own home. */
  zone?: (shown: Shown) => Zone;
  isWide?: boolean;
  /** What was tried on the page: where it is refused, that is said above, with its status. */
  tried?: (shown: Shown) => Outcome<unknown> | null | undefined;
};

/** A page is loaded, then shown in the frame of all pages; a refusal is a page of its own. */
export async function showPage<Shown>(
  c: Context<PageEnv>,
  now: Date,
  { place = "settings", load, view, title, heading, up, zone, tried: triedOn, ...rest }: PageSpec<Shown>,
): Promise<Response> {
  const loaded = await load(c);
  if (!loaded.ok) return problemPage(c, loaded.problem);
  const shown = loaded.value;
  const page = { c, mayDo: mayDoOf(c), ...ownerPage(c, now, place, zone?.(shown)) };
  const { frame, words } = page;
  const tried = triedOn?.(shown);
  const problem = tried?.ok === false ? tried.problem : undefined;
  const above = place === null || c.req.path === PLACES[place].path ? undefined : place;
  return await c.html(
    <OwnerFrame
      {...frame}
      {...rest}
      title={title?.(words, shown, page) ?? settingName(c.req.path, words)}
      heading={heading?.(shown)}
      up={up === undefined ? above : up(words, shown)}
      problem={problem === undefined ? frame.problem : problemSentence(problem, words)}
    >
      {view(shown, page)}
    </OwnerFrame>,
    problem === undefined ? 200 : PROBLEMS[problem.name].status,
  );
}
