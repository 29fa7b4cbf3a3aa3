import type { TriedFeed } from "../../../lib/feeds/read-feed.ts";
import { stateWord } from "../format/state-word.ts";
import type { Teller } from "../format/teller.ts";
import { Icon } from "./icons.tsx";

/** What a poll would have read just now, or why it would have read nothing. */
export function TriedFeedPanel({ tried, teller }: { tried: TriedFeed; teller: Teller }) {
  const { feed: words, home } = teller.words;
  const { readings, battery, failure } = tried;
  if (failure !== null)
    return (
      <p class="note problem" role="alert">
        <Icon name="alert" />
        <span>{words.failures[failure]}</span>
      </p>
    );
  return (
    <section class="panel" aria-labelledby="tried" role="status">
      <h2 id="tried">{words.tried(readings.length)}</h2>
      <p class="hint">{words.triedHint}</p>
      <ul class="lines">
        {readings.map(({ key, label, kind, unit, value, state }) => (
          <li>
            <strong>{label}</strong>
            <span>{state ? stateWord(teller.words, kind, value !== 0) : teller.value(value, unit)}</span>
            {label === key ? null : <span class="hint">{key}</span>}
          </li>
        ))}
        {battery === null ? null : <li>{home.battery(battery)}</li>}
      </ul>
    </section>
  );
}
