import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { deleteFeed, listFeeds, savePullSetup } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { ShownFeed } from "../../lib/feeds/setup/setup.ts";
import { showHousehold } from "../../lib/people/home.actions.ts";
import { PullSetup } from "../../schema/wire/pull-setup.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { validate } from "../_http/validate.ts";
import { EndPanel } from "./components/end-panel.tsx";
import { FeedFields, FeedState, TriedFeedPanel } from "./components/feed-parts.tsx";
import { Form } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import type { FeedPagePorts } from "./device-ports.ts";
import { readForm, type Form as SentForm } from "./form.ts";
import { formRefused, shownOnce } from "./form-note.ts";
import { givenIn, triedInNote } from "./given-feed.ts";
import { doneAt, ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

/** `/feeds`: the data sources, how their polls go, and a form for another one. */
export function feedPages(ports: FeedPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/feeds", guard, pageMay("manage_feeds"), (c) => feedsPage(c, ports));
  routes.post("/feeds", guard, pageMay("manage_feeds"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const given = givenIn(form.value);
    const name = given.name === "" ? undefined : given.name;
    const wish = validate(PullSetup, { feeds: [{ ...given, name }] });
    if (!wish.ok) return formRefused(c, "/feeds", wish.problem, form.value);
    const saved = await savePullSetup(ports, actingOf(c), wish.value);
    return saved.ok ? doneAt(c, "/feeds", "created") : formRefused(c, "/feeds", saved.problem, form.value);
  });
  // The address may hold a key: it is sent in a body, and stands in no address of ours.
  routes.post("/feeds/try", guard, pageMay("manage_feeds"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    return shownOnce(c, "/feeds", { kind: "feed-trial" }, form.value);
  });
  addFeedPages(routes, ports, guard);
  return routes;
}

async function feedsPage(c: Context<PageEnv>, ports: FeedPagePorts): Promise<Response> {
  const { householdId } = c.var.member;
  const [home, listed] = await Promise.all([
    showHousehold(ports, householdId),
    listFeeds(ports, householdId, true),
  ]);
  if (!home.ok) return problemPage(c, home.problem);
  if (!listed.ok) return problemPage(c, listed.problem);
  const { time_zone: timeZone, temperature_unit: temperatureUnit } = home.value.household;
  const { frame, words, teller, note } = ownerPage(c, ports.clock(), "devices", {
    timeZone,
    temperatureUnit,
  });
  const tried = await triedInNote(c, ports, note);
  const problem = tried?.ok === false ? problemSentence(tried.problem, words) : frame.problem;
  return c.html(
    <OwnerFrame {...frame} title={words.device.feeds} up="devices" problem={problem}>
      <p class="hint">{words.device.feedsHint}</p>
      {listed.value.feeds.length === 0 ? <p class="hint">{words.feed.none}</p> : null}
      {listed.value.feeds.length === 0 ? null : (
        <ul class="device-lines panel">
          {listed.value.feeds.map((feed) => (
            <li>
              <a href={`/feeds/${feed.id}`}>{feed.name}</a>
              <FeedState feed={feed} teller={teller} />
            </li>
          ))}
        </ul>
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
  const allowed = pageMay("manage_feeds");
  routes.get(PATH, guard, allowed, (c) => feedPage(c, ports));
  routes.post(PATH, guard, allowed, (c) => change(c, ports));
  routes.post(`${PATH}/try`, guard, allowed, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    if ((await feedOf(c, ports)) === undefined) return problemPage(c, { name: "not_found" });
    return shownOnce(c, `/feeds/${c.req.param("id")}`, { kind: "feed-trial" }, form.value);
  });
  routes.post(`${PATH}/remove`, guard, allowed, async (c) => {
    const removed = await deleteFeed(ports, actingOf(c), c.req.param("id"));
    if (!removed.ok) return formRefused(c, "/feeds", removed.problem);
    wakeInBackground(c, ports);
    return doneAt(c, "/feeds", "removed");
  });
}

/** Undefined where the home has no such feed: a save would make one. */
async function feedOf(c: Context<PageEnv>, ports: FeedPagePorts): Promise<ShownFeed | undefined> {
  const listed = await listFeeds(ports, c.var.member.householdId, true);
  return listed.ok ? listed.value.feeds.find(({ id }) => id === c.req.param("id")) : undefined;
}

async function change(c: Context<PageEnv>, ports: FeedPagePorts): Promise<Response> {
  const form = await readForm(c);
  if (!form.ok) return problemPage(c, form.problem);
  const feed = await feedOf(c, ports);
  if (feed === undefined) return problemPage(c, { name: "not_found" });
  const wish = validate(PullSetup, { feeds: [{ id: feed.id, url: feed.url, ...changeOf(form.value) }] });
  if (!wish.ok) return formRefused(c, `/feeds/${feed.id}`, wish.problem, form.value);
  const saved = await savePullSetup(ports, actingOf(c), wish.value);
  if (!saved.ok) return formRefused(c, `/feeds/${feed.id}`, saved.problem, form.value);
  wakeInBackground(c, ports);
  return doneAt(c, `/feeds/${feed.id}`, "saved");
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
  const [home, feed] = await Promise.all([showHousehold(ports, c.var.member.householdId), feedOf(c, ports)]);
  if (!home.ok) return problemPage(c, home.problem);
  if (feed === undefined) return problemPage(c, { name: "not_found" });
  const { time_zone: timeZone, temperature_unit: temperatureUnit } = home.value.household;
  const { frame, words, teller, note } = ownerPage(c, ports.clock(), "devices", {
    timeZone,
    temperatureUnit,
  });
  const tried = await triedInNote(c, ports, note, feed.id);
  const problem = tried?.ok === false ? problemSentence(tried.problem, words) : frame.problem;
  const path = `/feeds/${feed.id}`;
  return c.html(
    <OwnerFrame {...frame} title={feed.name} up={["/feeds", words.device.feeds]} problem={problem}>
      <p>
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
