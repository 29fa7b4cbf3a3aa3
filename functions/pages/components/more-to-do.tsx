import { breaksThrough } from "../../../lib/alerts/quiet/quiet.ts";
import type { AlertRecord } from "../../../lib/alerts/shown-alert.ts";
import type { Teller } from "../format/teller.ts";
import type { Taker } from "../hand-over.tsx";
import { Choice } from "./fields.tsx";
import { Snoozes } from "./snoozes.tsx";

/** Where its forms are sent: by the session, or by the link of a message. */
export type MorePaths = { handOver: string; quiet: string };

type MoreToDoProps = { alert: AlertRecord; takers: readonly Taker[]; paths: MorePaths; teller: Teller };

/** What else can be done about an open alert: hand it over, or hold warnings back where that holds it back. */
export function MoreToDo({ alert, takers, paths, teller }: MoreToDoProps) {
  const { alertPage: words, home } = teller.words;
  const isUrgent = breaksThrough(alert.kind, alert.severity);
  if (isUrgent && takers.length === 0) return null;
  return (
    <details class="panel figures">
      <summary>{isUrgent ? words.handOver : words.more}</summary>
      {takers.length === 0 ? null : (
        <form method="post" action={paths.handOver} class="stack">
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
      {isUrgent ? null : (
        <>
          <p class="hint">{home.quietHint}</p>
          <Snoozes action={paths.quiet} teller={teller} />
        </>
      )}
    </details>
  );
}
