import { HOUR_MS } from "../../../lib/kernel/time.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import { Section } from "./list.tsx";
import { Press } from "./press.tsx";
import { useTeller } from "./teller-scope.ts";

const SNOOZES = [4, 12, 24];

export function Snoozes({ action = "/home/quiet" }: { action?: string }) {
  const { words, span } = useTeller();
  return (
    <div class="row">
      {SNOOZES.map((hours) => (
        <Press action={action} name="action" value="snooze" text={words.home.snooze(span(hours * HOUR_MS))}>
          <input type="hidden" name="hours" value={hours} />
        </Press>
      ))}
    </div>
  );
}

export const isSnoozed = ({ snoozedUntil: until }: PageHome, now: Date): boolean =>
  until !== null && until > now;

export const isAway = ({ vacationSince: since, vacationUntil: until }: PageHome, now: Date): boolean =>
  since !== null && (until === null || until > now);

export function QuietForms({ home }: { home: PageHome }) {
  const { words, now } = useTeller();
  const quiet = { action: "/home/quiet", name: "action" };
  return (
    <Section id="quiet" icon="mute" title={words.home.quiet} hint={words.home.quietHint}>
      <div class="row">
        {isSnoozed(home, now) ? (
          <Press {...quiet} value="clear_snooze" text={words.home.endSnooze} />
        ) : (
          <Snoozes />
        )}
        {isAway(home, now) ? (
          <Press {...quiet} value="clear_vacation" text={words.home.endVacation} />
        ) : (
          <Press {...quiet} value="vacation" text={words.home.vacation} />
        )}
      </div>
      <p class="hint">{words.home.away}</p>
    </Section>
  );
}
