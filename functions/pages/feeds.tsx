import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { TriedFeed } from "../../lib/domain/feed/trial.ts";
import type { Problem } from "../../lib/domain/outcome.ts";
import { showHousehold } from "../../lib/flows/account/change-household.ts";
import { listFeeds } from "../../lib/flows/pull-setup/list-feeds.ts";
import { savePullSetup } from "../../lib/flows/pull-setup/save-pull-setup.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { PullSetup } from "../../schema/wire/pull-setup.ts";
import { validate } from "../_http/validate.ts";
import { FeedFields, FeedState } from "./components/feed-parts.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { TriedFeedPanel } from "./components/tried-feed.tsx";
import { addFeedPages } from "./feed.tsx";
import type { FeedPagePorts } from "./feed-ports.ts";
import { readForm } from "./form.ts";
import { type GivenFeed, givenIn, tryGiven } from "./given-feed.ts";
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
    if (!wish.ok) return feedsPage(c, ports, { given, problem: wish.problem });
    const saved = await savePullSetup(ports, actingOf(c), wish.value);
    return saved.ok ? doneAt(c, "/feeds", "created") : feedsPage(c, ports, { given, problem: saved.problem });
  });
  // The address may hold a key: it is sent in a body, and stands in no address of ours.
  routes.post("/feeds/try", guard, pageMay("manage_feeds"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const given = givenIn(form.value);
    const tried = await tryGiven(c, ports, given);
    return feedsPage(c, ports, tried.ok ? { given, tried: tried.value } : { given, problem: tried.problem });
  });
  addFeedPages(routes, ports, guard);
  return routes;
}

type Shown = { given?: GivenFeed; problem?: Problem; tried?: TriedFeed };

async function feedsPage(
  c: Context<PageEnv>,
  ports: FeedPagePorts,
  { given, problem, tried }: Shown = {},
): Promise<Response> {
  const { householdId } = c.var.member;
  const [home, listed] = await Promise.all([
    showHousehold(ports, householdId),
    listFeeds(ports, householdId, true),
  ]);
  if (!home.ok) return problemPage(c, home.problem);
  if (!listed.ok) return problemPage(c, listed.problem);
  const { time_zone: timeZone, temperature_unit: temperatureUnit } = home.value.household;
  const { frame, words, teller } = ownerPage(c, ports.clock(), "devices", { timeZone, temperatureUnit });
  return c.html(
    <OwnerFrame
      {...frame}
      title={words.device.feeds}
      problem={problem === undefined ? undefined : problemSentence(problem, words)}
    >
      <p class="hint">{words.device.feedsHint}</p>
      {listed.value.feeds.length === 0 ? <p class="hint">{words.feed.none}</p> : null}
      <ul class="device-lines">
        {listed.value.feeds.map((feed) => (
          <li>
            <a href={`/feeds/${feed.id}`}>{feed.name}</a>
            <FeedState feed={feed} teller={teller} />
          </li>
        ))}
      </ul>
      {tried === undefined ? null : <TriedFeedPanel tried={tried} teller={teller} />}
      <form method="post" action="/feeds" class="panel narrow">
        <h2>{words.feed.add}</h2>
        <FeedFields teller={teller} {...given} />
        <div class="row">
          <button type="submit">{words.feed.add}</button>
          <button type="submit" class="second" formaction="/feeds/try">
            {words.feed.try}
          </button>
        </div>
      </form>
    </OwnerFrame>,
    problem === undefined ? 200 : PROBLEMS[problem.name].status,
  );
}
