import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import { listFeeds, savePullSetup } from "../../lib/feeds/setup/pull-setup.actions.ts";
import { showHousehold } from "../../lib/people/home.actions.ts";
import { PullSetup } from "../../schema/wire/pull-setup.ts";
import { validate } from "../_http/validate.ts";
import { FeedFields, FeedState } from "./components/feed-parts.tsx";
import { Form } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { TriedFeedPanel } from "./components/tried-feed.tsx";
import { addFeedPages } from "./feed.tsx";
import type { FeedPagePorts } from "./feed-ports.ts";
import { readForm } from "./form.ts";
import { formRefused, shownOnce } from "./form-note.ts";
import { givenIn, triedInNote } from "./given-feed.ts";
import { doneAt, ownerPage, problemSentence } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv, pageMay } from "./session.ts";

/** `/feeds`: the addresses that are asked for readings, how that goes, and a form for another one. */
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
