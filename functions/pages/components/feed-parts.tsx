import type { ShownFeed } from "../../../lib/feeds/setup/setup.ts";
import { FeedInput, type TriedFeed } from "../../../schema/wire/pull-setup.ts";
import { stateWord } from "../format/name-of.ts";
import { Note } from "./banner.tsx";
import { Field, Form, useIsBack } from "./fields.tsx";
import { Facts, List, Row, Section } from "./list.tsx";
import { useTeller } from "./teller-scope.ts";

type FormProps = { feed: ShownFeed | null; path: string };

export function FeedForm({ feed, path }: FormProps) {
  const { feed: words, owner } = useTeller().words;
  return (
    <Form action={path} shape={FeedInput} labels={words} values={feed} class="panel">
      {feed === null ? <h2>{words.add}</h2> : null}
      <Field name="url" type="url" required autocomplete="off" />
      <Field name="name" required={feed !== null} hint={feed === null ? words.nameHint : ""} />
      <Field name="jsonRoot" autocomplete="off" />
      <KeyFields feed={feed} path={path} />
      <div class="row">
        <button type="submit">{feed === null ? words.add : owner.save}</button>
        <button type="submit" class="second" formaction={`${path}/try`}>
          {words.try}
        </button>
      </div>
    </Form>
  );
}

function KeyFields({ feed, path }: FormProps) {
  const { feed: words } = useTeller().words;
  const isTyped = useIsBack(path, ["headerName", "headerValue", "postBody"]);
  return (
    <details class="figures" open={isTyped || Boolean(feed?.headerName ?? feed?.postBody)}>
      <summary>{words.key}</summary>
      <Field name="headerName" autocomplete="off" />
      <Field
        name="headerValue"
        type="password"
        hint={feed?.headerName ? words.headerValueKept : words.headerValueHint}
        autocomplete="new-password"
      />
      <Field name="postBody" rows={3} />
    </details>
  );
}

export function FeedState({ feed }: { feed: ShownFeed }) {
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

export function TriedFeedPanel({ tried }: { tried: TriedFeed }) {
  const { words, value: valueText } = useTeller();
  const { readings, battery, failure } = tried;
  if (failure !== null)
    return (
      <Note kind="problem" icon="alert" role="alert">
        {words.feed.failures[failure]}
      </Note>
    );
  return (
    <Section id="tried" title={words.feed.tried(readings.length)} hint={words.feed.triedHint} role="status">
      <List items={readings}>
        {({ key, label, kind, unit, value, state }) => (
          <Row
            title={label}
            hint={label === key ? null : key}
            mark={<span>{state ? stateWord(words, kind, value !== 0) : valueText(value, unit)}</span>}
          />
        )}
      </List>
      {battery === null ? null : <p>{words.home.battery(battery)}</p>}
    </Section>
  );
}
