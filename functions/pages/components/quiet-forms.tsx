import { HOUR_MS } from "../../../lib/kernel/time.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Teller } from "../format/teller.ts";
import { Press } from "./fields.tsx";
import { Icon } from "./icons.tsx";

const SNOOZES = [4, 12, 24];

/** Each one press. */
export const Snoozes = ({ action = "/home/quiet", teller }: { action?: string; teller: Teller }) => (
  <div class="row">
    {SNOOZES.map((hours) => (
      <form method="post" action={action} class="press">
        <input type="hidden" name="action" value="snooze" />
        <input type="hidden" name="hours" value={hours} />
        <button type="submit" class="second">
          {teller.words.home.snooze(teller.span(hours * HOUR_MS))}
        </button>
      </form>
    ))}
  </div>
);

/** Snooze and vacation, to begin or to end. */
export function QuietForms({ home, teller }: { home: PageHome; teller: Teller }) {
  const { words, now } = teller;
  const isSnoozed = home.snoozedUntil !== null && home.snoozedUntil > now;
  const isAway = home.vacationSince !== null && (home.vacationUntil === null || home.vacationUntil > now);
  return (
    <section class="panel" aria-labelledby="quiet" data-part="quiet-forms">
      <h2 id="quiet">
        <Icon name="mute" /> {words.home.quiet}
      </h2>
      <p class="hint">{words.home.quietHint}</p>
      <div class="row">
        {isSnoozed ? (
          <Press
            action="/home/quiet"
            name="action"
            value="clear_snooze"
            text={words.home.endSnooze}
            kind="second"
          />
        ) : (
          <Snoozes teller={teller} />
        )}
        <Press
          action="/home/quiet"
          name="action"
          value={isAway ? "clear_vacation" : "vacation"}
          text={isAway ? words.home.endVacation : words.home.vacation}
          kind="second"
        />
      </div>
      <p class="hint">{words.home.away}</p>
    </section>
  );
}
