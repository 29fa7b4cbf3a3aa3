import type { Context } from "hono";
import { requestOf } from "../../lib/feeds/read-feed.ts";
import {
  deleteFeed,
  listFeeds,
  openPullSetup,
  savePullSetup,
  tryFeed,
} from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { ShownFeed } from "../../lib/feeds/setup/setup.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/en/pages.ts";
import { FeedTrial, PullSetup, type TriedFeed } from "../../schema/wire/pull-setup.ts";
import { feedTryProblem } from "../_http/feed-try-limit.ts";
import { EndPanel } from "./components/end-panel.tsx";
import { FeedFields, FeedState, TriedFeedPanel } from "./components/feed-parts.tsx";
import { Form } from "./components/fields.tsx";
import { Empty, List, Row } from "./components/list.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { formOf, type Form as SentForm } from "./form.ts";
import { idIn } from "./form-action.ts";
import { checkForm } from "./form-check.ts";
import { noteOf, shownOnce } from "./form-note.ts";
import { problemSentence } from "./owner-page.tsx";
import { actingOf, type PageEnv } from "./session.ts";
import type { PageContext, PageServices, Site } from "./site.ts";

const PATH = "/feeds/:id";

/** `/feeds` and `/feeds/{id}`: the data sources, how their polls go, and everything that can be done with one. */
export function feedPages({ services, page, form }: Site): void {
  page("/feeds", "manage_feeds", {
    place: "devices",
    load: async (c) => {
      const listed = await listFeeds(services, c.var.member.householdId, true);
      return listed.ok ? done({ ...listed.value, tried: await triedInNote(c, services) }) : listed;
    },
    view: ({ feeds, tried }, { frame, words, teller }) => (
      <OwnerFrame {...frame} title={words.device.feeds} up="devices" problem={problemOf(tried, frame)}>
        <p class="hint">{words.device.feedsHint}</p>
        {feeds.length === 0 ? (
          <Empty icon="device" text={words.feed.none} />
        ) : (
          <List isPanel>
            {feeds.map((feed) => (
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
          <FeedButtons path="/feeds" text={words.feed.add} words={words} />
        </Form>
      </OwnerFrame>
    ),
  });
  form("/feeds", "manage_feeds", {
    shape: PullSetup,
    wish: (form) => {
      const given = givenIn(form);
      return { feeds: [{ ...given, name: given.name === "" ? undefined : given.name }] };
    },
    run: (c, setup) => savePullSetup(services, actingOf(c), setup),
    done: "created",
  });
  // The address may hold a key: it is sent in a body, and stands in no address of ours.
  form("/feeds/try", "manage_feeds", {
    page: "/feeds",
    run: () => done(null),
    done: (c, _, form) => shownOnce(c, "/feeds", { kind: "feed-trial" }, form),
  });
  page(PATH, "manage_feeds", {
    place: "devices",
    load: async (c) => {
      const feed = await feedOf(c, services);
      return feed.ok
        ? done({ feed: feed.value, tried: await triedInNote(c, services, feed.value.id) })
        : feed;
    },
    view: ({ feed, tried }, { frame, words, teller }) => (
      <OwnerFrame
        {...frame}
        title={feed.name}
        up={["/feeds", words.device.feeds]}
        problem={problemOf(tried, frame)}
      >
        <p class="hint">
          <FeedState feed={feed} teller={teller} />
        </p>
        <p>
          <a href={`/devices/${feed.device_id}`}>{words.feed.device}</a>
        </p>
        {tried?.ok ? <TriedFeedPanel tried={tried.value} teller={teller} /> : null}
        <Form action={`/feeds/${feed.id}`} class="panel narrow">
          <FeedFields teller={teller} {...feed} jsonRoot={feed.jsonRoot ?? ""} isSaved />
          <FeedButtons path={`/feeds/${feed.id}`} text={words.owner.save} words={words} />
        </Form>
        <EndPanel
          path={`/feeds/${feed.id}`}
          enabled={feed.enabled}
          disableHint={words.feed.disableHint}
          remove={words.device.remove}
          removeHint={words.device.removeHint}
          words={words}
        />
      </OwnerFrame>
    ),
  });
  form(PATH, "manage_feeds", {
    run: async (c, _, form) => {
      const feed = await feedOf(c, services);
      if (!feed.ok) return feed;
      const { id, url } = feed.value;
      const wish = checkForm(PullSetup, { feeds: [{ id, url, ...changeOf(form) }] });
      return wish.ok ? savePullSetup(services, actingOf(c), wish.value) : wish;
    },
    done: "saved",
    wakes: services,
  });
  form(`${PATH}/try`, "manage_feeds", {
    page: pageOf,
    run: (c) => feedOf(c, services),
    done: (c, _, form) => shownOnce(c, pageOf(c), { kind: "feed-trial" }, form),
  });
  form(`${PATH}/remove`, "manage_feeds", {
    page: "/feeds",
    run: (c) => deleteFeed(services, actingOf(c), idIn(c)),
    done: "removed",
    wakes: services,
  });
}

const pageOf = (c: Context<PageEnv>): string => `/feeds/${idIn(c)}`;

type ButtonsProps = { path: string; text: string; words: Words };

const FeedButtons = ({ path, text, words }: ButtonsProps) => (
  <div class="row">
    <button type="submit">{text}</button>
    <button type="submit" class="second" formaction={`${path}/try`}>
      {words.feed.try}
    </button>
  </div>
);

const problemOf = (tried: Outcome<unknown> | undefined, { problem, words }: PageContext["frame"]) =>
  tried?.ok === false ? problemSentence(tried.problem, words) : problem;

/** Refused where the home has no such feed: a save would make one. */
async function feedOf(c: Context<PageEnv>, services: PageServices): Promise<Outcome<ShownFeed>> {
  const listed = await listFeeds(services, c.var.member.householdId, true);
  const feed = listed.ok ? listed.value.feeds.find(({ id }) => id === idIn(c)) : undefined;
  return feed === undefined ? refuse("not_found") : done(feed);
}

/** The fields of a feed in its form, by their names in both. */
const FIELDS = {
  url: "url",
  name: "name",
  jsonRoot: "json_root",
  headerName: "header_name",
  headerValue: "header_value",
  postBody: "post_body",
} as const;

/** Those that the form asks for, and whether it is switched on. */
const changeOf = ({ text, has }: SentForm) => ({
  ...Object.fromEntries(
    Object.entries(FIELDS).flatMap(([name, field]) => (has(field) ? [[name, text(field)]] : [])),
  ),
  ...(has("enabled") ? { enabled: text("enabled") === "yes" } : {}),
});

/** A feed as it stands in its form. */
type GivenFeed = Record<keyof typeof FIELDS, string>;

const givenIn = ({ text }: SentForm): GivenFeed => ({
  url: text(FIELDS.url),
  name: text(FIELDS.name),
  jsonRoot: text(FIELDS.jsonRoot),
  headerName: text(FIELDS.headerName),
  headerValue: text(FIELDS.headerValue),
  postBody: text(FIELDS.postBody),
});

/** The trial that the form before this page asked for; undefined where it asked for none. */
async function triedInNote(
  c: Context<PageEnv>,
  services: PageServices,
  savedId?: string,
): Promise<Outcome<TriedFeed> | undefined> {
  const note = noteOf(c);
  if (note?.shown?.kind !== "feed-trial") return undefined;
  return await tryGiven(c, services, givenIn(formOf(new URLSearchParams(note.values))), savedId);
}

type GivenRequest = Omit<GivenFeed, "name">;

/** What the feed in a form would be read as; nothing is kept. */
async function tryGiven(
  c: Context<PageEnv>,
  services: PageServices,
  { name: _, ...given }: GivenFeed,
  savedId: string | undefined,
): Promise<Outcome<TriedFeed>> {
  const trial = checkForm(FeedTrial, given);
  if (!trial.ok) return trial;
  const limited = await feedTryProblem(c, services, actingOf(c));
  if (limited !== null) return { ok: false, problem: limited };
  const headerValue = given.headerValue || (await savedValue(c, services, savedId, given));
  return tryFeed(services, { ...given, headerValue, jsonRoot: given.jsonRoot || null });
}

/** The value that an empty field leaves as it is, for the header and the origin that it was entered for. */
async function savedValue(
  c: Context<PageEnv>,
  services: PageServices,
  savedId: string | undefined,
  { url, headerName }: GivenRequest,
): Promise<string | null> {
  if (savedId === undefined || headerName === "") return null;
  const { feeds } = await openPullSetup(services, c.var.member.householdId);
  const saved = feeds.find(({ id }) => id === savedId);
  if (saved === undefined) return null;
  const asked = { url: URL.parse(url), storedUrl: saved.url, at: "" };
  const request = requestOf({ headerName }, saved.request, asked);
  return request.ok ? request.value.headerValue : null;
}
