import type { ShownFeed } from "../../../lib/feeds/setup/setup.ts";
import { LIMITS } from "../../../schema/limits.ts";
import type { TriedFeed } from "../../../schema/wire/pull-setup.ts";
import { stateWord } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";
import { Note } from "./banner.tsx";
import { Area, Field, useIsTyped } from "./fields.tsx";
import { List } from "./list.tsx";

type FieldsProps = {
  teller: Teller;
  name?: string;
  url?: string;
  jsonRoot?: string;
  headerName?: string | null;
  postBody?: string | null;
  isSaved?: boolean;
};

/** A name, an address and where in its answer the readings stand; one that is saved has a name. */
export function FeedFields(props: FieldsProps) {
  const { teller, name, url, jsonRoot, headerName, postBody, isSaved = false } = props;
  const { device, feed } = teller.words;
  const isTyped = useIsTyped(["header_name", "header_value", "post_body"]);
  return (
    <>
      <Field
        label={feed.url}
        name="url"
        type="url"
        value={url}
        hint={feed.urlHint}
        required
        autocomplete="off"
      />
      <Field
        label={device.name}
        name="name"
        value={name}
        required={isSaved}
        hint={isSaved ? undefined : feed.nameHint}
        maxlength={LIMITS.deviceNameCharactersMax}
      />
      <Field
        label={feed.root}
        name="json_root"
        value={jsonRoot}
        hint={feed.rootHint}
        autocomplete="off"
        maxlength={LIMITS.jsonRootCharactersMax}
      />
      <details class="figures" open={isTyped || Boolean(headerName ?? postBody)}>
        <summary>{feed.key}</summary>
        <Field
          label={feed.headerName}
          name="header_name"
          value={headerName ?? undefined}
          hint={feed.headerNameHint}
          autocomplete="off"
          maxlength={LIMITS.feedHeaderNameCharactersMax}
        />
        <Field
          label={feed.headerValue}
          name="header_value"
          type="password"
          hint={headerName ? feed.headerValueKept : feed.headerValueHint}
          autocomplete="new-password"
          maxlength={LIMITS.feedHeaderValueCharactersMax}
        />
        <Area
          label={feed.postBody}
          name="post_body"
          value={postBody ?? undefined}
          hint={feed.postBodyHint}
          maxlength={LIMITS.feedPostBodyCharactersMax}
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
