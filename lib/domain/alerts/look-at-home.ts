import { type KeptGuess, keptGuesses } from "../placement/kept-guesses.ts";
import type { Moment } from "../time.ts";
import type { Change } from "./change.ts";
import { awaitsOutcomes, type Foreseen, type Frozen, frozenRooms } from "./foreseen.ts";
import type { Learned } from "./judge-cooling.ts";
import { type FoundFault, foundFaults } from "./judge-faults.ts";
import { judgeHousehold, type Surroundings } from "./judge-household.ts";
import { nextLookAt } from "./next-look.ts";
import { learnRhythm, type Rhythm } from "./rhythm.ts";
import type { TickFacts } from "./tick-facts.ts";

/** How regularly a device is heard. */
export type LearnedRhythm = { deviceId: string; rhythm: Rhythm };

/** What a look at a home brings beside changes. */
export type Findings = {
  /** When the next one is due. */
  dueAt: Moment;
  learned: Learned[];
  faults: FoundFault[];
  rhythms: LearnedRhythm[];
  guesses: KeptGuess[];
  foreseen: Foreseen[];
  /** Rooms at 32 °F; null where no forecast waits for what comes of it. */
  frozen: Frozen[] | null;
};

/** All that a tick does with a home, by what is known of it at a moment. */
export function lookAtHome(
  facts: TickFacts,
  around: Surroundings,
  now: Moment,
): { changes: Change[]; findings: Findings } {
  const { changes, learned, foreseen } = judgeHousehold(facts, around, now);
  const findings = {
    // Follows from what is known now: what changes later makes the home due by itself.
    dueAt: nextLookAt(facts, around, now),
    learned,
    faults: foundFaults(changes),
    rhythms: learnedRhythms(facts),
    guesses: keptGuesses(facts.devices),
    foreseen,
    frozen: awaitsOutcomes(facts.states, now) ? frozenRooms(facts.devices) : null,
  };
  return { changes, findings };
}

const learnedRhythms = ({ devices }: TickFacts): LearnedRhythm[] =>
  devices.flatMap(({ device }) => {
    const rhythm = learnRhythm(device);
    return rhythm === null ? [] : [{ deviceId: device.id, rhythm }];
  });
