import {
  deleteFeed,
  savePullSetup,
  showPullSetup,
  tryFeed,
} from "../../lib/feeds/setup/pull-setup.actions.ts";
import type { ShownFeed } from "../../lib/feeds/setup/setup.ts";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { FeedInput, FeedTrial, PullSetup, type TriedFeed } from "../../schema/wire/pull-setup.ts";
import { Field, Fold, Form } from "./components/fields.tsx";
import { Empty, EndPanel, Facts, LinkLine, List, Note, Second, Section } from "./components/list.tsx";
import { checkForm, formOf, readAs } from "./form.ts";
import { noteOf } from "./form-note.ts";
import { stateWord } from "./format/alert-text.ts";
import { useTeller } from "./format/teller.tsx";
import type { PageContext } from "./page.tsx";
import { idIn, type Site } from "./site.ts";

const LIST = "/feeds";
const PATH = "/feeds/:id";

/** `/feeds` and `/feeds/{id}`: the data sources with the state of their polls, and one source's settings. */
export function feedPages({ services, page }: Site): void {
  /** Finds the feed in the path, or refuses. Without this check, a save would create a feed. */
  const feedOf = async (c: PageContext["c"]): Promise<Outcome<ShownFeed>> => {
    const listed = await showPullSetup(services, c.var.householdId, true);
    const feed = listed.ok ? listed.value.feeds.find(({ id }) => id === idIn(c)) : undefined;
    return feed === undefined ? refuse("not_found") : done(feed);
  };
  /** Polls the feed that was typed into the form, if its "try" button was pressed. Stores nothing. */
  const triedInNote = (c: PageContext["c"], savedId?: string) => {
    const note = noteOf(c);
    if (note?.shown?.kind !== "feed-trial") return null;
    const given = checkForm(FeedTrial, readAs(FeedTrial, formOf(note.values)));
    return given.ok ? tryFeed(services, c.var, given.value, savedId) : given;
  };
  const onList = page(LIST, "manage_feeds", {
    place: "devices",
    load: (c) => showPullSetup(services, c.var.householdId, true),
    title: ({ device }) => device.feeds,
    tried: (c) => triedInNote(c),
    view: ({ feeds }, { words, tried }) => [
      <p class="hint">{words.device.feedsHint}</p>,
      <List items={feeds} isPanel empty={<Empty icon="device" text={words.feed.none} />}>
        {(feed) => ({ href: `${LIST}/${feed.id}`, title: feed.name, hint: <FeedState feed={feed} /> })}
      </List>,
      tried === null ? null : <TriedFeedPanel tried={tried} />,
      <FeedForm feed={null} path={LIST} />,
    ],
  });
  onList.act(LIST, "manage_feeds", PullSetup, savePullSetup, "created", {
    wish: (form) => ({ feeds: [{ ...readAs(FeedInput, form), name: form.text("name") || undefined }] }),
  });
  // The feed's URL may contain a key, so it is sent in a body, never in a query of ours.
  onList.form(`${LIST}/try`, "manage_feeds", { run: () => done(null), done: () => ({ kind: "feed-trial" }) });
  const onFeed = page(PATH, "manage_feeds", {
    place: "devices",
    load: feedOf,
    title: (_, feed) => feed.name,
    up: ({ device }) => [LIST, device.feeds],
    tried: (c, { id }) => triedInNote(c, id),
    view: (feed, { c, words, tried }) => [
      <p class="hint">
        <FeedState feed={feed} />
      </p>,
      <LinkLine href={`/devices/${feed.device_id}`} text={words.feed.device} />,
      tried === null ? null : <TriedFeedPanel tried={tried} />,
      <FeedForm feed={feed} path={c.req.path} />,
      <EndPanel
        path={c.req.path}
        enabled={feed.enabled}
        words={{ ...words.device, disableHint: words.feed.disableHint }}
      />,
    ],
  });
  onFeed.form(PATH, "manage_feeds", {
    run: async (c, _, form) => {
      const feed = await feedOf(c);
      if (!feed.ok) return feed;
      const { id, url } = feed.value;
      const wish = checkForm(PullSetup, { feeds: [{ url, ...readAs(FeedInput, form), id }] });
      return wish.ok ? savePullSetup(services, c.var, wish.value) : wish;
    },
    done: "saved",
  });
  onFeed.form(`${PATH}/try`, "manage_feeds", {
    run: feedOf,
    done: () => ({ kind: "feed-trial" }),
  });
  onList.act(`${PATH}/remove`, "manage_feeds", null, deleteFeed, "removed");
}

function FeedForm({ feed, path }: { feed: ShownFeed | null; path: string }) {
  const { feed: words } = useTeller().words;
  return (
    <Form
      action={path}
      shape={FeedInput}
      labels={words}
      values={feed}
      class="panel"
      {...(feed === null && { submit: words.add })}
      beside={<Second formaction={`${path}/try`} text={words.try} />}
    >
      {feed === null ? <h2>{words.add}</h2> : null}
      <Field name="url" type="url" required autocomplete="off" />
      <Field name="name" required={feed !== null} hint={feed === null ? words.nameHint : ""} />
      <Field name="jsonRoot" autocomplete="off" />
      <Fold
        class="figures"
        text={words.key}
        names={["headerName", "headerValue", "postBody"]}
        isOpen={Boolean(feed?.headerName ?? feed?.postBody)}
      >
        <Field name="headerName" autocomplete="off" />
        <Field
          name="headerValue"
          type="password"
          hint={feed?.headerName ? words.headerValueKept : words.headerValueHint}
          autocomplete="new-password"
        />
        <Field name="postBody" rows={3} />
      </Fold>
    </Form>
  );
}

function FeedState({ feed }: { feed: ShownFeed }) {
  const { words: all, ago, dateTime } = useTeller();
  const { feed: words, status } = all;
  const { last_failure: failure, failing_since: since, last_ok_at: ok, next_poll_at: next } = feed;
  if (!feed.enabled) return <>{status.disabled}</>;
  const facts = [
    failure !== null && <span class="mark low">{words.failures[failure]}</span>,
    failure !== null && since !== null && words.failing(dateTime(since)),
    ok === null ? words.neverRead : words.read(ago(ok)),
    next === null ? words.nextSoon : words.next(dateTime(next)),
  ];
  return <Facts of={facts} />;
}

function TriedFeedPanel({ tried }: { tried: TriedFeed }) {
  const { words, value: valueText } = useTeller();
  const { readings, battery, failure } = tried;
  if (failure !== null)
    return (
      <Note kind="problem" role="alert">
        {words.feed.failures[failure]}
      </Note>
    );
  return (
    <Section id="tried" title={words.feed.tried(readings.length)} hint={words.feed.triedHint} role="status">
      <List items={readings}>
        {({ key, label, kind, unit, value, state }) => ({
          title: label,
          hint: label === key ? null : key,
          mark: <span>{state ? stateWord(words, kind, value !== 0) : valueText(value, unit)}</span>,
        })}
      </List>
      {battery === null ? null : <p>{words.home.battery(battery)}</p>}
    </Section>
  );
}
