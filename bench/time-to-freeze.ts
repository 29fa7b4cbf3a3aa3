// npm run bench time-to-freeze: how far off the estimated time to freeze is, in simulated homes
/**
 * Plays homes with failing heating through the production rules, as posts and ticks would. Measures the time to the
 * first message, the error of the estimate at 24, 12, 6, 3 and 1 h before 32 °F, how often failed heating is called
 * "no longer cooling", the number of messages, and how often a winter has a question about working heating.
 * Five sets: homes the rules were tuned on, fresh homes of the same physics, a second and a third
 * physics whose mistakes were looked at, and one that was kept aside. npm run bench time-to-freeze --
 * [--only tuned|fresh|second|third|kept] [--homes 60] [--winters 12] [--laws]
 */
import { parseArgs } from "node:util";
import { failingLayeredHome, healthyLayeredHome } from "./failing-homes/layered-homes.ts";
import { failingHome, healthyHome } from "./failing-homes/lumped-homes.ts";
import {
  type Answer,
  type FailureRun,
  LEADS,
  runFailure,
  runWinter,
  type WinterRun,
} from "./failing-homes/measure.ts";
import { failingRadiatorHome, healthyRadiatorHome } from "./failing-homes/radiator-homes.ts";
import { failingSlabHome, healthySlabHome } from "./failing-homes/slab-homes.ts";
import { formatTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    homes: { type: "string", default: "60" },
    winters: { type: "string", default: "12" },
    laws: { type: "boolean", default: false },
    only: { type: "string" },
  },
});

const FRESH_SEED = 1_000;
/** A missing estimate, and any larger error, counts as an error of so many hours. */
const MISS_HOURS = 24;

const SETS = [
  { name: "tuned on", failing: failingHome, healthy: healthyHome, seed: 0 },
  { name: "fresh homes", failing: failingHome, healthy: healthyHome, seed: FRESH_SEED },
  { name: "second physics", failing: failingLayeredHome, healthy: healthyLayeredHome, seed: 0 },
  { name: "third physics", failing: failingSlabHome, healthy: healthySlabHome, seed: 0 },
  { name: "kept aside", failing: failingRadiatorHome, healthy: healthyRadiatorHome, seed: 0 },
].filter(({ name }) => values.only === undefined || name.startsWith(values.only));

const count = (text: string): number[] => Array.from({ length: Number(text) }, (_, index) => index);

const share = (numbers: number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ??
  Number.NaN;

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(0)} %`;

function answerRow(name: string, answers: Answer[]): string[] {
  const given = answers.filter(({ hours }) => hours !== null);
  const errors = answers.map(({ hours, lead }) => Math.min(MISS_HOURS, Math.abs((hours ?? 1e9) - lead)));
  const inRange = given.filter(({ low, high, lead }) => low <= lead && lead <= high).length;
  const early = given.filter(({ low, lead }) => low > lead).length;
  const width = share(
    given.map(({ low, high }) => high - low),
    0.5,
  );
  return [
    name,
    String(answers.length),
    percent(given.length, answers.length),
    share(errors, 0.5).toFixed(1),
    share(errors, 0.9).toFixed(1),
    percent(inRange, given.length),
    percent(early, given.length),
    width.toFixed(1),
  ];
}

function showAnswers(name: string, answers: Answer[]): void {
  const rows = LEADS.map((lead) =>
    answerRow(
      `${lead} h before`,
      answers.filter((answer) => answer.lead === lead),
    ),
  );
  const head = [name, "rooms", "answered", "error med", "p90", "in range", "froze sooner", "range h"];
  console.log(`\n${formatTable(head, rows)}`);
}

const GOALS = "goals: answered >= 90 % and error <= 3 h at 12 h; in range 75-85 % at each lead";

function showRuns(runs: FailureRun[], winters: WinterRun[]): void {
  const known = (of: (run: FailureRun) => number | null) => runs.map((run) => of(run) ?? 999);
  const line = (what: string, figure: string, goal: string) => [what, figure, goal];
  const homes = runs.filter(({ frozen }) => frozen > 0);
  const safe = homes.filter(({ calledSafe }) => calledSafe > 0).length;
  const winterDays = winters.reduce((sum, { days }) => sum + days, 0);
  const perWinter = (of: (run: WinterRun) => number) =>
    ((winters.reduce((sum, run) => sum + of(run), 0) * 120) / Math.max(1, winterDays)).toFixed(2);
  const two = (numbers: number[]) =>
    `${share(numbers, 0.5).toFixed(1)} / ${share(numbers, 0.9).toFixed(1)} h`;
  console.log(
    formatTable(
      ["", "figure", "goal"],
      [
        line("failure to first word, median / p90", two(known((run) => run.firstWordHours)), "2.5 / 8 h"),
        line("failure to the question, median / p90", two(known((run) => run.questionHours)), ""),
        line("homes that froze and were called safe before", percent(safe, homes.length), "2 %"),
        line(
          "messages of one failure, unacknowledged, median / p90",
          two(runs.map(({ messages }) => messages)).replace(" h", ""),
          "12",
        ),
        line(
          "texts of one failure, median / p90",
          two(runs.map(({ texts }) => texts)).replace(" h", ""),
          "4",
        ),
        line(
          "unexplained questions a home and winter",
          perWinter(({ unexplained }) => unexplained),
          "0.5",
        ),
        line(
          "explained questions a home and winter",
          perWinter(({ explained }) => explained),
          "",
        ),
      ],
    ),
  );
}

/** Prints a failure's messages by kind: on average, and in the tenth of the homes with the most messages. */
function showNotified(runs: FailureRun[]): void {
  const most = runs.toSorted((a, b) => b.messages - a.messages).slice(0, Math.ceil(runs.length / 10));
  const mean = (some: FailureRun[], what: string): string =>
    (some.flatMap(({ notified }) => notified).filter((each) => each === what).length / some.length).toFixed(
      1,
    );
  const kinds = [...new Set(runs.flatMap(({ notified }) => notified))];
  const rows = kinds.map((what) => [what, mean(runs, what), mean(most, what)]);
  const sorted = rows.toSorted((a, b) => Number(b[2]) - Number(a[2]));
  console.log(`\n${formatTable(["told of a failure", "a home", "where most was told"], sorted)}`);
}

for (const { name, failing, healthy, seed } of SETS) {
  const started = performance.now();
  const runs = count(values.homes).map((index) => runFailure(failing(seed + index)));
  const failedMs = performance.now() - started;
  const winters = count(values.winters).map((index) => runWinter(healthy(seed + 500 + index)));
  const answers = runs.flatMap((run) => run.answers);
  showAnswers(name, answers);
  console.log(GOALS);
  showRuns(runs, winters);
  showNotified(runs);
  if (values.laws) {
    for (const law of new Set(answers.map((answer) => answer.law)))
      showAnswers(
        law,
        answers.filter((answer) => answer.law === law),
      );
    for (const sensor of new Set(answers.map((answer) => answer.sensor)))
      showAnswers(
        sensor,
        answers.filter((answer) => answer.sensor === sensor),
      );
  }
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;
  console.log(`failures in ${seconds(failedMs)}, all in ${seconds(performance.now() - started)}`);
}
