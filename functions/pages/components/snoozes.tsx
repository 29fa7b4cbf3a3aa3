import { HOUR_MS } from "../../../lib/kernel/time.ts";
import type { Teller } from "../format/teller.ts";

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
