import type { ShownFeed } from "../../../lib/feeds/setup/setup.ts";
import type { Words } from "../../../lib/language/en/pages.ts";
import { FeedInput, type TriedFeed } from "../../../schema/wire/pull-setup.ts";
import { stateWord } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Note } from "./banner.tsx";
import { Field, Form, useIsTyped } from "./fields.tsx";
import { List } from "./list.tsx";

type FormProps = { feed: ShownFeed | null; path: string; words: Words };

/** A name, an address and where in its answer the readings stand; it can be tried before it is saved. */
export const FeedForm = ({ feed, path, words }: FormProps) => (
  <Form action={path} shape={FeedInput} class="panel narrow">
    {feed === null ? <h2>{words.feed.add}</h2> : null}
    <FeedFields feed={feed} words={words} />
    <div class="row">
      <button type="submit">{feed === null ? words.feed.add : words.owner.save}</button>
      <button type="submit" class="second" formaction={`${path}/try`}>
        {words.feed.try}
      </button>
    </div>
  </Form>
);

function FeedFields({ feed, words: { feed: words, device } }: Omit<FormProps, "path">) {
  const isTyped = useIsTyped(["headerName", "headerValue", "postBody"]);
  return (
    <>
      <Field
        label={words.url}
        name="url"
        type="url"
        value={feed?.url}
        hint={words.urlHint}
        required
        autocomplete="off"
      />
      <Field
        label={device.name}
        name="name"
        value={feed?.name}
        required={feed !== null}
        hint={feed === null ? words.nameHint : undefined}
      />
      <Field
        label={words.root}
        name="jsonRoot"
        value={feed?.jsonRoot}
        hint={words.rootHint}
        autocomplete="off"
      />
      <details class="figures" open={isTyped || Boolean(feed?.headerName ?? feed?.postBody)}>
        <summary>{words.key}</summary>
        <Field
          label={words.headerName}
          name="headerName"
          value={feed?.headerName}
          hint={words.headerNameHint}
          autocomplete="off"
        />
        <Field
          label={words.headerValue}
          name="headerValue"
          type="password"
          hint={feed?.headerName ? words.headerValueKept : words.headerValueHint}
          autocomplete="new-password"
        />
        <Field
          label={words.postBody}
          name="postBody"
          rows={3}
          value={feed?.postBody}
          hint={words.postBodyHint}
        />
      </details>
    </>
  );
}

/** How its polls go, and when the next one is. */
export function FeedState({ feed, teller }: { feed: ShownFeed; teller: Teller }) {
  const { feed: words, status } = teller.words;
  if (!feed.enabled) return <>{status.disabled}</>;
  const next =
    feed.next_poll_at === null ? words.nextSoon : words.next(teller.dateTime(new Date(feed.next_poll_at)));
  return (
    <>
      {feed.last_failure === null ? null : (
        <span class="mark low">{`${words.failures[feed.last_failure]} · `}</span>
      )}
      {feed.last_failure === null || feed.failing_since === null
        ? null
        : `${words.failing(teller.dateTime(new Date(feed.failing_since)))} · `}
      {feed.last_ok_at === null ? words.neverRead : words.read(teller.ago(new Date(feed.last_ok_at)))}
      {` · ${next}`}
    </>
  );
}

/** What a poll would have read just now, or why it would have read nothing. */
export function TriedFeedPanel({ tried, teller }: { tried: TriedFeed; teller: Teller }) {
  const { feed: words, home } = teller.words;
  const { readings, battery, failure } = tried;
  if (failure !== null)
    return (
      <Note kind="problem" icon="alert" role="alert">
        {words.failures[failure]}
      </Note>
    );
  return (
    <section class="panel" aria-labelledby="tried" role="status">
      <h2 id="tried">{words.tried(readings.length)}</h2>
      <p class="hint">{words.triedHint}</p>
      <List>
        {readings.map(({ key, label, kind, unit, value, state }) => (
          <li>
            <strong>{label}</strong>
            <span>{state ? stateWord(teller.words, kind, value !== 0) : teller.value(value, unit)}</span>
            {label === key ? null : <span class="hint">{key}</span>}
          </li>
        ))}
        {battery === null ? null : <li>{home.battery(battery)}</li>}
      </List>
    </section>
  );
}
