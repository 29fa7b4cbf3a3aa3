import { expect, test } from "vitest";
import {
  isColdDue,
  isDueAmong,
  type Ladder,
  nextReminder,
  type Reminding,
} from "../../../lib/alerts/verdict.ts";
import type { AlertKind, Severity } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";
import { at, notifiedAt, openState } from "./machine.ts";
import { HOUR, MINUTE } from "./posts.ts";

/** `words` (other alerts' messages) and `told` (messages about the home's cold, with their number) are in minutes. */
type Row = {
  reminder: string;
  kind?: AlertKind;
  minute: number;
  quiet?: number;
  words?: [AlertKind, string, number][];
  told?: [number, number][];
  isDue: boolean;
} & Partial<Pick<Reminding, "occasion" | "due">>;

test.each(readLines<Row>(new URL("reminders.jsonl", import.meta.url)))(
  "a reminder $reminder: $isDue",
  ({ kind = "leak", minute, quiet = 120, words = [], told, isDue, occasion = "tick", due = [] }) => {
    const step = { at: at(180), quietMs: quiet * MINUTE, cadence: null };
    const others = words.map(([of, subject, said]) => ({ kind: of, subject, at: at(said) }));
    const among = { occasion, due, words: others, damp: [] };
    const is =
      told === undefined
        ? isDueAmong(step, { kind, subject: "sink", at: at(60) }, among, at(minute))
        : isColdDue(
            step,
            told.map(([said, count]) => ({ at: at(said), count })),
            at(minute),
          );
    expect(is).toBe(isDue);
  },
);

test.each<[Severity, Ladder | undefined, number, number, string | undefined]>([
  ["critical", undefined, 1, 2, "3 after 2 null"],
  ["critical", undefined, 1, 2.01, "8 after 5 daily"],
  ["critical", undefined, 1, 8, "24 after 16 null"],
  ["critical", undefined, 24, 24, "48 after 24 null"],
  ["warning", undefined, 1, 0, "1 after 1 null"],
  ["warning", undefined, 1, 1, "24 after 23 digest"],
  ["critical", "back", 1, 0, "24 after 24 null"],
  ["critical", "mild", 1, 0, "24 after 24 digest"],
  ["critical", "mild", 1, 24, undefined],
  ["warning", "once", 36, 0, "36 after 36 digest"],
])(
  "an alert that is %s (ladder %s, first after %d h), last notified at hour %d, has its next reminder at: %s",
  (severity, ladder, first, last, is) => {
    const notified = notifiedAt(last * 60, { firstAt: at(0) });
    const next = nextReminder(openState({ severity, notified }), first * HOUR, ladder);
    const [hour, quiet] = [next && (next.at - at(0)) / HOUR, next && next.quietMs / HOUR];
    expect(next ? `${hour} after ${quiet} ${next.cadence}` : undefined).toBe(is);
  },
);

test("an episode has no reminder if only the one before was notified", () => {
  expect(nextReminder(openState({ notified: notifiedAt(0, { episode: 0 }) }), HOUR)).toBeNull();
});
