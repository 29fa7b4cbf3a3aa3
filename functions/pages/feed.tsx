import type { Context, Hono, MiddlewareHandler } from "hono";
import { deleteFeed, listFeeds, savePullSetup } from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { ShownFeed } from "../../lib/feeds/setup/setup.ts";
import { showHousehold } from "../../lib/people/home.actions.ts";
import { PullSetup } from "../../schema/wire/pull-setup.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { validate } from "../_http/validate.ts";
import { EndPanel } from "./components/end-panel.tsx";
import { FeedFields, FeedState } from "./components/feed-parts.tsx";
import { Form } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { TriedFeedPanel } from "./components/tried-feed.tsx";
import type { FeedPagePorts } from "./feed-ports.ts";
import { readForm, type Form as SentForm } from "./form.ts";
import { formRefused, shownOnce } from "./form-note.ts";
import { triedInNote } from "./given-feed.ts";
import { doneAt, ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

const PATH = "/feeds/:id";

/** `/feeds/{id}`: how one is doing, and everything that can be done with it. */
export function addFeedPages(
  routes: Hono<PageEnv>,
  ports: FeedPagePorts,
  guard: MiddlewareHandler<PageEnv>,
): void {
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
