import { HOUR_MS } from "../../../lib/kernel/time.ts";
import { LIMITS } from "../../../schema/limits.ts";
import type { Teller } from "../format/teller.ts";
import { Choice } from "./fields.tsx";

/** For how long somebody may have turned it down, in hours: what most people mean by it. */
const TURNED_DOWN_HOURS = [12, LIMITS.turnedDownHoursDefault, 72, 168, LIMITS.answerHoursMax] as const;

/** The question of an alert and its answers, each one press. */
export function HeatingQuestion({ path, teller, now }: { path: string; teller: Teller; now: Date }) {
  const { question: words } = teller.words.alertPage;
  const untils = TURNED_DOWN_HOURS.map(
    (hours) => [String(hours), teller.dateTime(new Date(now.getTime() + hours * HOUR_MS))] as const,
  );
  return (
    <section class="panel" aria-labelledby="question">
      <h2 id="question">{words.title}</h2>
      <p class="hint">{words.hint}</p>
      <form method="post" action={path}>
        <input type="hidden" name="answer" value="turned_down" />
        <Choice
          label={words.until}
          name="hours"
          value={String(LIMITS.turnedDownHoursDefault)}
          options={untils}
        />
        <button type="submit">{words.turnedDown}</button>
      </form>
      <form method="post" action={path}>
        <input type="hidden" name="answer" value="door_open" />
        <button type="submit">{words.doorOpen(LIMITS.doorOpenHoursDefault)}</button>
      </form>
      <form method="post" action={path}>
        <input type="hidden" name="answer" value="no" />
        <button type="submit">{words.no}</button>
        <p class="hint">{words.noHint}</p>
      </form>
    </section>
  );
}
