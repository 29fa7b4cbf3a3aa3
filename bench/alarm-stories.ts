// npm run bench alarm-stories: what homes in danger and quiet homes are told, beside a plain line at 40 °F
/**
 * Plays stories of homes (failing heating, slow devices, odd places, power cuts, leaks; and quiet fortnights) through
 * the alert rules, and through a plain line at 40 °F, at once or after half an hour. Prints lead time and messages for
 * three worlds: the one that constants were chosen on, one whose mistakes were looked at, and one kept aside. Nobody
 * acknowledges, so every reminder counts. Findings of one moment are one message. "News" are messages that are neither
 * reminders nor ends: a line sends nothing else. `--strange` plays homes and faults that no rule was written for, and
 * habits; `--year` whole years; `--story` stories by part of their name, with every message; `--why` adds reasons.
 * `--without` leaves out kinds of alerts, `--by-kind` counts kinds, `--leave-one-out` plays all without each kind.
 * npm run bench alarm-stories -- [--seeds 1] [--only tuned|second|aside] [--strange] [--year] [--story words] [--why]
 *   [--without kind,kind] [--by-kind] [--leave-one-out]
 */
import { parseArgs } from "node:util";
import { storyOf, TALES } from "./alarm-load/stories/all.ts";
import { SETTLED } from "./alarm-load/stories/settled.ts";
import { STRANGE } from "./alarm-load/stories/strange.ts";
import { hoursOf, isAboutCold, type Notified, type Outcome, tellStory } from "./alarm-load/stories/tell.ts";
import { KEPT_ASIDE, SECOND_WORLD, TUNED_WORLD, type World } from "./alarm-load/stories/worlds.ts";
import { YEARS } from "./alarm-load/stories/year.ts";
import { formatTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    without: { type: "string" },
    seeds: { type: "string" },
    only: { type: "string" },
    story: { type: "string" },
    "by-kind": { type: "boolean" },
    "leave-one-out": { type: "boolean" },
    strange: { type: "boolean" },
    year: { type: "boolean" },
    why: { type: "boolean" },
  },
});
const without = values.without?.split(",") ?? [];
const seeds = Number(values.seeds ?? 1);
const [isStrange, isYear] = [values.strange === true, values.year === true];
const chosen = Object.keys(TALES).filter(
  (name) =>
    (name in STRANGE || name in SETTLED) === isStrange &&
    name in YEARS === isYear &&
    name.includes(values.story ?? ""),
);

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? Number.NaN : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const figure = (value: number): string => (Number.isFinite(value) ? value.toFixed(1) : "-");

/** Returns the hours from the first message to 32 °F, or to the story's end if nothing froze. 0 without a message. */
const leadOf = ({ frozenAt, story }: Outcome, first: number | undefined): number =>
  first === undefined ? 0 : (frozenAt ?? story.to) - first;

const firstWord = ({ messages }: Outcome): number | undefined => {
  const first = messages.find(isAboutCold);
  return first === undefined ? undefined : hoursOf(first.at);
};

const each = (outcomes: Outcome[], of: (outcome: Outcome) => number): string =>
  figure(mean(outcomes.map(of)));
const count = (outcomes: Outcome[], notified: (outcome: Outcome) => Notified): string =>
  each(outcomes, (outcome) => notified(outcome).hours.length);

const newsOf = ({ product }: Outcome): number => product.hours.length - product.reminders - product.ends;

function row(name: string, outcomes: Outcome[]): string[] {
  const frozen = outcomes.filter(({ frozenAt }) => frozenAt !== null).length;
  return [
    name,
    `${frozen}/${outcomes.length}`,
    each(outcomes, (outcome) => leadOf(outcome, firstWord(outcome))),
    each(outcomes, (outcome) => leadOf(outcome, outcome.lines["at once"].hours[0])),
    each(outcomes, (outcome) => leadOf(outcome, outcome.lines["30 min"].hours[0])),
    count(outcomes, ({ product }) => product),
    each(outcomes, newsOf),
    each(outcomes, ({ product }) => product.reminders),
    each(outcomes, ({ product }) => product.ends),
    count(outcomes, ({ lines }) => lines["at once"]),
    count(outcomes, ({ lines }) => lines["30 min"]),
    each(outcomes, ({ product }) => product.texts),
    each(outcomes, ({ product }) => product.night),
    String(outcomes.reduce((sum, { missed }) => sum + missed.length, 0)),
    String(outcomes.reduce((sum, { unnamed }) => sum + unnamed.length, 0)),
  ];
}

const HEADER = [
  "story",
  "froze",
  "lead h",
  "line",
  "line 30",
  "messages",
  "news",
  "reminders",
  "ends",
  "line",
  "line 30",
  "texts",
  "night",
  "missed",
  "unnamed",
];

/** Drops the lead times of a year, which may have several failures or none. */
const shown = (cells: string[]): string[] => (isYear ? cells.toSpliced(2, 3) : cells);

const play = (world: World, name: string, left: readonly string[]): Outcome[] =>
  Array.from({ length: seeds }, (_, seed) => {
    const { story, chance } = storyOf(world, name, seed);
    return tellStory(story, chance, left);
  });

function playWorld(world: World): void {
  const started = performance.now();
  const played = chosen.map((name) => {
    const outcomes = play(world, name, without);
    if (values.story !== undefined) outcomes.forEach(printMessages);
    return { name, outcomes };
  });
  console.log(
    `\n${world.name}: ${seeds} of each story, ${Math.round((performance.now() - started) / 1_000)} s`,
  );
  const rows = played.map(({ name, outcomes }) => row(name, outcomes));
  const all = (isQuiet: boolean) =>
    played.flatMap(({ outcomes }) => outcomes.filter(({ story }) => story.isQuiet === isQuiet));
  const total = (title: string, outcomes: Outcome[]) => (outcomes.length === 0 ? [] : [row(title, outcomes)]);
  console.log(
    formatTable(
      shown(HEADER),
      [
        ...rows,
        ...total("a danger, on average", all(false)),
        ...total(isYear ? "a year" : "a quiet fortnight", all(true)),
      ].map(shown),
    ),
  );
  const outcomes = played.flatMap((each) => each.outcomes);
  if (values["by-kind"] === true) printKinds(outcomes);
  if (values["leave-one-out"] === true) printWithoutEach(world, outcomes);
}

/** Prints the average number of findings by kind and transition, in a danger and in a quiet fortnight. */
function printKinds(outcomes: readonly Outcome[]): void {
  const of = (isQuiet: boolean) => outcomes.filter(({ story }) => story.isQuiet === isQuiet);
  const counted = (from: Outcome[], what: string) =>
    figure(
      from.flatMap(({ messages }) => messages).filter((message) => whatIs(message) === what).length /
        from.length,
    );
  const all = new Set(outcomes.flatMap(({ messages }) => messages.map(whatIs)));
  const rows = [...all].toSorted().map((what) => [what, counted(of(false), what), counted(of(true), what)]);
  console.log(formatTable(["findings that were told", "in a danger", "in a quiet fortnight"], rows));
}

const whatIs = ({ finding }: Outcome["messages"][number]): string => `${finding.kind} ${finding.transition}`;

/** Plays a world's stories again without each kind that had a finding, and prints the figures. */
function printWithoutEach(world: World, whole: readonly Outcome[]): void {
  const kinds = [...new Set(whole.flatMap(({ messages }) => messages.map(({ finding }) => finding.kind)))];
  const rows = [null, ...kinds.toSorted()].flatMap((kind) => {
    const outcomes = kind === null ? whole : chosen.flatMap((name) => play(world, name, [...without, kind]));
    return [false, true].map((isQuiet) => {
      const of = outcomes.filter(({ story }) => story.isQuiet === isQuiet);
      return row(`${kind === null ? "whole" : `without ${kind}`}, ${isQuiet ? "quiet" : "danger"}`, of);
    });
  });
  console.log(formatTable(HEADER, rows));
}

function printMessages({ story, messages, frozenAt, missed, unnamed }: Outcome): void {
  console.log(
    `\n${story.name}: froze ${frozenAt === null ? "never" : figure(frozenAt - story.from)}, missed ${missed}, unnamed ${unnamed}`,
  );
  for (const { finding, device, at } of messages) {
    const evidence =
      finding.evidence === null ? "" : `${finding.evidence.value.toFixed(1)} ${finding.evidence.unit}`;
    console.log(
      `  ${figure(hoursOf(at) - story.from)} h  ${finding.kind} ${finding.transition} ${finding.severity}  ${device?.name ?? finding.subject}  ${evidence}${values.why === true ? `  ${JSON.stringify({ why: finding.why, reason: finding.reason, limit: finding.limit?.value })}` : ""}`,
    );
  }
}

const WORLDS = { tuned: TUNED_WORLD, second: SECOND_WORLD, aside: KEPT_ASIDE };
for (const [name, world] of Object.entries(WORLDS))
  if (values.only === undefined || values.only === name) playWorld(world);
