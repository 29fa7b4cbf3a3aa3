import type { AlertRecord } from "../../../lib/alerts/shown-alert.ts";
import type { Teller } from "../format/teller.ts";
import type { Taker } from "../hand-over.tsx";
import { Choice } from "./fields.tsx";
import { Snoozes } from "./snoozes.tsx";

type Props = { alert: AlertRecord; takers: readonly Taker[]; teller: Teller };

/** What else can be done about an open alert: hand it over, or hold warnings back for a while. */
export function MoreToDo({ alert, takers, teller }: Props) {
  const { alertPage: words, home } = teller.words;
  return (
    <details class="panel figures">
      <summary>{words.more}</summary>
      {takers.length === 0 ? null : (
        <form method="post" action={`/alerts/${alert.id}/hand-over`} class="stack">
          <Choice
            label={words.handOverTo}
            name="user_id"
            value=""
            hint={words.handOverHint}
            options={takers.map(({ userId, email }) => [userId, email] as const)}
          />
          <button type="submit" class="second">
            {words.handOver}
          </button>
        </form>
      )}
      <p class="hint">{home.quietHint}</p>
      <Snoozes teller={teller} />
    </details>
  );
}
