import type { Simulated } from "../../../lib/alerts/rules/simulate.actions.ts";
import { DAY_MS } from "../../../lib/kernel/time.ts";
import type { Teller } from "../format/teller.ts";

const FIRINGS_SHOWN_MAX = 10;

/** What a rule would have done on the stored history, newest first. */
export function RuleReplay({ tried, teller }: { tried: Simulated; teller: Teller }) {
  const { rule: words } = teller.words;
  const { firings, readings, truncated, from, to } = tried;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  return (
    <section class="panel" aria-labelledby="replay" id="replayed">
      <h2 id="replay">{words.replay}</h2>
      <p role="status">
        <strong>{words.replayed(firings.length, days)}</strong>
      </p>
      <p class="hint">
        {readings === 0 ? words.judgedNone : words.judged(readings, teller.number(readings, 0))}
        {truncated ? ` ${words.truncated}` : null}
        {firings.length > FIRINGS_SHOWN_MAX ? ` ${words.shownFirst(FIRINGS_SHOWN_MAX)}` : null}
      </p>
      <ul class="lines">
        {firings
          .toReversed()
          .slice(0, FIRINGS_SHOWN_MAX)
          .map((firing) => (
            <li>
              <span>{teller.dateTime(new Date(firing.opened_at))}</span>
              <span class="hint">{spanOf(firing, teller)}</span>
              {firing.peak === null ? null : (
                <span class="hint">{words.reached(teller.value(firing.peak.value, firing.peak.unit))}</span>
              )}
            </li>
          ))}
      </ul>
    </section>
  );
}

const spanOf = ({ opened_at, closed_at }: Simulated["firings"][number], teller: Teller): string =>
  closed_at === null
    ? teller.words.rule.stillOpen
    : teller.words.alertPage.lasted(teller.span(Date.parse(closed_at) - Date.parse(opened_at)));
