import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { deleteFeed, listFeeds, savePullSetup } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { ShownFeed } from "../../lib/feeds/setup/setup.ts";
import { done, refuse } from "../../lib/kernel/outcome.ts";
import { PullSetup } from "../../schema/wire/pull-setup.ts";
import { EndPanel } from "./components/end-panel.tsx";
import { FeedFields, FeedState, TriedFeedPanel } from "./components/feed-parts.tsx";
import { Form } from "./components/fields.tsx";
import { Empty, List, Row } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import type { FeedPagePorts } from "./device-ports.ts";
import type { Form as SentForm } from "./form.ts";
import { formsOn, idIn } from "./form-action.ts";
import { checkForm } from "./form-check.ts";
import { shownOnce } from "./form-note.ts";
import { givenIn, triedInNote } from "./given-feed.ts";
import { ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

/** `/feeds`: the data sources, how their polls go, and a form for another one. */
export function feedPages(ports: FeedPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  routes.get("/feeds", guard, pageMay("manage_feeds"), (c) => feedsPage(c, ports));
  forms("/feeds", pageMay("manage_feeds"), {
    shape: PullSetup,
    wish: (form) => {
      const given = givenIn(form);
      return { feeds: [{ ...given, name: given.name === "" ? undefined : given.name }] };
    },
    run: (c, setup) => savePullSetup(ports, actingOf(c), setup),
    done: "created",
  });
  // The address may hold a key: it is sent in a body, and stands in no address of ours.
  forms("/feeds/try", pageMay("manage_feeds"), {
    page: "/feeds",
    run: () => done(null),
    done: (c, _, form) => shownOnce(c, "/feeds", { kind: "feed-trial" }, form),
  });
  addFeedPages(routes, ports, guard);
  return routes;
}

async function feedsPage(c: Context<PageEnv>, ports: FeedPagePorts): Promise<Response> {
  const listed = await listFeeds(ports, c.var.member.householdId, true);
  if (!listed.ok) return problemPage(c, listed.problem);
  const { frame, words, teller, note } = ownerPage(c, ports.clock(), "devices");
  const tried = await triedInNote(c, ports, note);
  const problem = tried?.ok === false ? problemSentence(tried.problem, words) : frame.problem;
  return c.html(
    <OwnerFrame {...frame} title={words.device.feeds} up="devices" problem={problem}>
      <p class="hint">{words.device.feedsHint}</p>
      {listed.value.feeds.length === 0 ? (
        <Empty icon="device" text={words.feed.none} />
      ) : (
        <List isPanel>
          {listed.value.feeds.map((feed) => (
            <Row
              href={`/feeds/${feed.id}`}
              title={feed.name}
              hint={<FeedState feed={feed} teller={teller} />}
            />
          ))}
        </List>
      )}
      {tried?.ok ? <TriedFeedPanel tried={tried.value} teller={teller} /> : null}
      <Form action="/feeds" class="panel narrow">
        <h2>{words.feed.add}</h2>
        <FeedFields teller={teller} />
        <div class="row">
          <button type="submit">{words.feed.add}</button>
          <button type="submit" class="second" formaction="/feeds/try">
            {words.feed.try}
          </button>
        </div>
      </Form>
    </OwnerFrame>,
  );
}

const PATH = "/feeds/:id";

/** `/feeds/{id}`: how one is doing, and everything that can be done with it. */
function addFeedPages(routes: Hono<PageEnv>, ports: FeedPagePorts, guard: MiddlewareHandler<PageEnv>): void {
  const forms = formsOn(routes, guard);
  const allowed = pageMay("manage_feeds");
  routes.get(PATH, guard, allowed, (c) => feedPage(c, ports));
  forms(PATH, allowed, {
    run: async (c, _, form) => {
      const feed = await feedOf(c, ports);
      if (feed === undefined) return refuse("not_found");
      const wish = checkForm(PullSetup, { feeds: [{ id: feed.id, url: feed.url, ...changeOf(form) }] });
      return wish.ok ? savePullSetup(ports, actingOf(c), wish.value) : wish;
    },
    done: "saved",
    wakes: ports,
  });
  forms(`${PATH}/try`, allowed, {
    page: pageOf,
    run: async (c) => ((await feedOf(c, ports)) === undefined ? refuse("not_found") : done(null)),
    done: (c, _, form) => shownOnce(c, pageOf(c), { kind: "feed-trial" }, form),
  });
  forms(`${PATH}/remove`, allowed, {
    page: "/feeds",
    run: (c) => deleteFeed(ports, actingOf(c), idIn(c)),
    done: "removed",
    wakes: ports,
  });
}

const pageOf = (c: Context<PageEnv>): string => `/feeds/${idIn(c)}`;

/** Undefined where the home has no such feed: a save would make one. */
async function feedOf(c: Context<PageEnv>, ports: FeedPagePorts): Promise<ShownFeed | undefined> {
  const listed = await listFeeds(ports, c.var.member.householdId, true);
  return listed.ok ? listed.value.feeds.find(({ id }) => id === c.req.param("id")) : undefined;
}

const changeOf = ({ text, has }: SentForm) => ({
  ...(has("url") ? { url: text("url") } : {}),
  ...(has("name") ? { name: text("name") } : {}),
  ...(has("json_root") ? { jsonRoot: text("json_root") } : {}),
  ...(has("header_name") ? { headerName: text("header_name") } : {}),
  ...(has("header_value") ? { headerValue: text("header_value") } : {}),
  ...(has("post_body") ? { postBody: text("post_body") } : {}),
  ...(has("enabled") ? { enabled: text("enabled") === "yes" } : {}),
});

async function feedPage(c: Context<PageEnv>, ports: FeedPagePorts): Promise<Response> {
  const feed = await feedOf(c, ports);
  if (feed === undefined) return problemPage(c, { name: "not_found" });
  const { frame, words, teller, note } = ownerPage(c, ports.clock(), "devices");
  const tried = await triedInNote(c, ports, note, feed.id);
  const problem = tried?.ok === false ? problemSentence(tried.problem, words) : frame.problem;
  const path = `/feeds/${feed.id}`;
  return c.html(
    <OwnerFrame {...frame} title={feed.name} up={["/feeds", words.device.feeds]} problem={problem}>
      <p class="hint">
        <FeedState feed={feed} teller={teller} />
      </p>
      <p>
        <a href={`/devices/${feed.device_id}`}>{words.feed.device}</a>
      </p>
      {tried?.ok ? <TriedFeedPanel tried={tried.value} teller={teller} /> : null}
      <Form action={path} class="panel narrow">
        <FeedFields teller={teller} {...feed} jsonRoot={feed.jsonRoot ?? ""} isSaved />
        <div class="row">
          <button type="submit">{words.owner.save}</button>
          <button type="submit" class="second" formaction={`${path}/try`}>
            {words.feed.try}
          </button>
        </div>
      </Form>
      <EndPanel
        path={path}
        enabled={feed.enabled}
        disableHint={words.feed.disableHint}
        remove={words.device.remove}
        removeHint={words.device.removeHint}
        words={words}
      />
    </OwnerFrame>,
  );
}
