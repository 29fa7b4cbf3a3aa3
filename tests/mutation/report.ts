import type { Mutant } from "./mutants.ts";
import type { Verdict } from "./protocol.ts";

export type Judged = Mutant & { verdict: Verdict };

const TEXT_MAX = 100;
const NAME_WIDTH = 48;

/** The score of each folder and in all, as the table in CONTRIBUTING.md has them. */
export function reportOf(judged: readonly Judged[]): string {
  const folders = Map.groupBy(judged, ({ file }) =>
    file
      .split("/")
      .slice(0, 3)
      .join("/")
      .replace(/[^/]+\.ts$/, ""),
  );
  const rows = [...folders].map(([folder, mutants]) => tableRow(`\`${folder}\``, mutants));
  return [
    "",
    "| folder | mutants | score |",
    "| --- | --: | --: |",
    ...rows,
    tableRow("in all", judged),
  ].join("\n");
}

/** The score of a file that is done and, for a run that is broken off, the score of all so far. */
export const scoresOf = (file: string, judged: readonly Judged[]): string =>
  [
    scoreLine(
      file,
      judged.filter((mutant) => mutant.file === file),
    ),
    scoreLine("  so far", judged),
  ].join("\n");

export const lineOf = ({ file, line, operator, was, is, verdict }: Judged): string =>
  `${file}:${line} ${verdict} (${operator}): ${short(was)} → ${short(is)}`;

const short = (text: string): string => {
  const flat = text.replaceAll(/\s+/g, " ");
  return flat.length > TEXT_MAX ? `${flat.slice(0, TEXT_MAX)}…` : flat;
};

const tableRow = (name: string, mutants: readonly Judged[]): string => {
  const { counted, score } = scoreOf(mutants);
  return `| ${name} | ${counted} | ${score} % |`;
};

function scoreLine(name: string, mutants: readonly Judged[]): string {
  const { counted, score } = scoreOf(mutants);
  const [survived, notMet] = [countOf(mutants, "survived"), countOf(mutants, "not met")];
  return `${name.padEnd(NAME_WIDTH)} ${score.padStart(5)} %  ${counted} mutants, ${survived} survived, ${notMet} not met`;
}

/** Equivalent mutants count for nothing; where no other is left, none was missed. */
function scoreOf(mutants: readonly Judged[]): { counted: number; score: string } {
  const counted = mutants.length - countOf(mutants, "equivalent");
  const share = counted === 0 ? 1 : countOf(mutants, "killed") / counted;
  return { counted, score: (100 * share).toFixed(1) };
}

const countOf = (mutants: readonly Judged[], verdict: Verdict): number =>
  mutants.filter((mutant) => mutant.verdict === verdict).length;
