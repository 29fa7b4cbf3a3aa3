import type { Context } from "hono";
import type { Child } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Outcome, Problem } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { may } from "../../lib/people/entitlement.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import type { Action } from "../../schema/vocabulary.ts";
import { PLACES, type PlaceName } from "./components/navigation.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import type { PageEnv } from "./session.ts";

/** What a page knows of its reader beside its own content. */
export type PageContext = ReturnType<typeof ownerPage> & {
  c: Context<PageEnv>;
  /** Nothing is offered that would refuse the reader. */
  mayDo: (action: Action) => boolean;
};

export type PageSpec<Shown> = {
  place: PlaceName | null;
  load: (c: Context<PageEnv>) => Outcome<Shown> | Promise<Outcome<Shown>>;
  /** What stands in the frame; a page without a title brings its own. */
  view: (shown: Shown, page: PageContext) => Child;
  title?: (words: Words, shown: Shown) => string;
  /** The page above this one, where that is not its place in the navigation. */
  up?: (words: Words, shown: Shown) => readonly [href: string, title: string];
  isWide?: boolean;
  /** In place of the title at the top. */
  heading?: (shown: Shown) => Child;
  /** What was tried on the page and refused: said above, with its status. */
  refused?: (shown: Shown) => Problem | undefined;
  /** 200 where left out. */
  status?: (shown: Shown) => ContentfulStatusCode;
};

/** A page is loaded, then shown in the frame of all pages; a refusal is a page of its own. */
export async function showPage<Shown>(
  c: Context<PageEnv>,
  now: Date,
  { place, load, view, title, up, heading, isWide = false, refused, status }: PageSpec<Shown>,
): Promise<Response> {
  const loaded = await load(c);
  if (!loaded.ok) return problemPage(c, loaded.problem);
  const shown = loaded.value;
  const mayDo = (action: Action) => may(action, c.var.member) === "yes";
  const page = { c, mayDo, ...ownerPage(c, now, place) };
  const { frame, words } = page;
  const problem = refused?.(shown);
  const content = view(shown, page);
  const html =
    title === undefined ? (
      content
    ) : (
      <OwnerFrame
        {...frame}
        isWide={isWide}
        title={title(words, shown)}
        heading={heading?.(shown)}
        up={up?.(words, shown) ?? (place === null || c.req.path === PLACES[place].path ? undefined : place)}
        problem={problem === undefined ? frame.problem : problemSentence(problem, words)}
      >
        {content}
      </OwnerFrame>
    );
  return await c.html(
    html as string,
    problem === undefined ? status?.(shown) : PROBLEMS[problem.name].status,
  );
}
