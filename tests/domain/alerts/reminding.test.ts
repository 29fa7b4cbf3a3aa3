import { describe, expect, test } from "vitest";
import { acknowledge, type EpisodeState } from "../../../lib/alerts/episode.ts";
import { isReminderDue, withReminding } from "../../../lib/alerts/escalation.ts";
import { NO_QUIET, type Reminding } from "../../../lib/alerts/quiet/quiet.ts";
import { at, openState } from "./machine.ts";
import { HOUR } from "./posts.ts";

const STEP = { at: at(180), quietMs: 2 * HOUR, cadence: null };
const SINK = { kind: "leak", subject: "sink", notifiedAt: at(60) } as const;
const reminding = (rest: Partial<Reminding> = {}): Reminding => ({
  occasion: "tick",
  words: [],
  due: [],
  ...rest,
});
const boiler = (minute: number) => ({ kind: "leak", subject: "boiler", at: at(minute) }) as const;
const isDue = (minute: number, known?: Reminding, of: typeof SINK | typeof OUTAGE = SINK) =>
  isReminderDue(STEP, of, { ...NO_QUIET, ...(known === undefined ? {} : { reminding: known }) }, at(minute));
const OUTAGE = { kind: "outage", subject: "dev_1", notifiedAt: at(60) } as const;

describe("a reminder", () => {
  test.each<[string, boolean, boolean]>([
    ["comes with its step", isDue(180, reminding()), true],
    ["comes no sooner", isDue(179, reminding()), false],
    ["comes with its step where nobody has looked at others", isDue(180), true],
    ["waits for a word of another leak to be as old", isDue(180, reminding({ words: [boiler(120)] })), false],
    ["comes once that is as old, give or take a tick", isDue(225, reminding({ words: [boiler(120)] })), true],
    [
      "waits for no word of its own",
      isDue(180, reminding({ words: [{ ...boiler(170), subject: "sink" }] })),
      true,
    ],
    [
      "waits for no word of another kind",
      isDue(180, reminding({ words: [{ ...boiler(170), kind: "outage" }] })),
      true,
    ],
    ["comes along with another of its kind", isDue(90, reminding({ due: ["leak"] })), true],
    [
      "comes along with one of another kind on the second half of its way",
      isDue(120, reminding({ due: ["outage"] })),
      true,
    ],
    ["does not on the first half", isDue(119, reminding({ due: ["outage"] })), false],
    ["of water alone comes with a post", isDue(180, reminding({ occasion: "ingest" })), true],
    [
      "of water that is not alone waits for the tick",
      isDue(180, reminding({ occasion: "ingest", words: [boiler(0)] })),
      false,
    ],
    ["of anything else waits for the tick", isDue(180, reminding({ occasion: "ingest" }), OUTAGE), false],
  ])("%s", (_, isReminded, expected) => {
    expect(isReminded).toBe(expected);
  });

  test("knows the last words of what is open, was told and is taken on by nobody", () => {
    const row = (subject: string, state: EpisodeState) =>
      ({ kind: "leak", subject, version: 1, state }) as const;
    const facts = {
      household: { id: "hh_1", quiet: NO_QUIET, settings: {} },
      states: [
        row("sink", openState()),
        row("boiler", acknowledge(openState(), "Ada", at(5))),
        row("washer", openState({ open: false })),
        row("drain", openState({ notified: null })),
      ],
    };
    expect(withReminding(facts, "tick").household.quiet.reminding).toEqual({
      occasion: "tick",
      words: [{ kind: "leak", subject: "sink", at: at(0) }],
      due: [],
    });
  });
});
