import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { Problem } from "../../lib/domain/outcome.ts";
import { showHousehold } from "../../lib/flows/account/change-household.ts";
import { listFeeds } from "../../lib/flows/pull-setup/list-feeds.ts";
import { savePullSetup } from "../../lib/flows/pull-setup/save-pull-setup.ts";
import { PROBLEMS } from "../../schema/problems.ts";
import { PullSetup } from "../../schema/wire/pull-setup.ts";
import { validate } from "../_http/validate.ts";
import { FeedFields, FeedState } from "./components/feed-parts.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { addFeedPages } from "./feed.tsx";
import type { FeedPagePorts } from "./feed-ports.ts";
import { readForm } from "./form.ts";
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
    const { text } = form.value;
    const given = { name: text("name"), url: text("url"), jsonRoot: text("json_root") };
    const name = given.name === "" ? undefined : given.name;
    const wish = validate(PullSetup, { feeds: [{ ...given, name }] });
    if (!wish.ok) return feedsPage(c, ports, { given, problem: wish.problem });
    const saved = await savePullSetup(ports, actingOf(c), wish.value);
    return saved.ok ? doneAt(c, "/feeds", "created") : feedsPage(c, ports, { given, problem: saved.problem });
  });
  addFeedPages(routes, ports, guard);
  return routes;
}

type Refused = { given: { name: string; url: string; jsonRoot: string }; problem: Problem };

async function feedsPage(c: Context<PageEnv>, ports: FeedPagePorts, refused?: Refused): Promise<Response> {
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
      problem={refused === undefined ? undefined : problemSentence(refused.problem)}
    >
      <p class="hint">{words.device.feedsHint}</p>
      {listed.value.feeds.length === 0 ? <p class="hint">{words.feed.none}</p> : null}
      <ul class="device-lines">
        {listed.value.feeds.map((feed) => (
          <li>
            <a href={`/feeds/${feed.id}`}>{feed.name}</a>
            <FeedState {...{ feed, teller }} />
          </li>
        ))}
      </ul>
      <form method="post" action="/feeds" class="panel narrow">
        <h2>{words.feed.add}</h2>
        <FeedFields {...{ teller }} {...refused?.given} />
        <button type="submit">{words.feed.add}</button>
      </form>
    </OwnerFrame>,
    refused === undefined ? 200 : PROBLEMS[refused.problem.name].status,
  );
}
