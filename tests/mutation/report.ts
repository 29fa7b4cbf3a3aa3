import type { Mutant } from "./mutants.ts";
import type { Verdict } from "./protocol.ts";

export type Judged = Mutant & { verdict: Verdict };

const TEXT_MAX = 100;
const NAME_WIDTH = 48;

/** The score of each folder, and in all. */
export function reportOf(judged: readonly Judged[]): string {
  const folders = Map.groupBy(judged, ({ file }) =>
    file
      .split("/")
      .slice(0, 3)
      .join("/")
      .replace(/[^/]+\.ts$/, ""),
  );
  return [
    "",
    ...[...folders].map(([folder, mutants]) => scoreLine(folder, mutants)),
    scoreLine("in all", judged),
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

function scoreLine(name: string, mutants: readonly Judged[]): string {
  const of = (verdict: string) => mutants.filter((mutant) => mutant.verdict === verdict).length;
  const counted = mutants.length - of("equivalent");
  const score = counted === 0 ? "100.0" : ((100 * of("killed")) / counted).toFixed(1);
  return `${name.padEnd(NAME_WIDTH)} ${score.padStart(5)} %  ${counted} mutants, ${of("survived")} survived, ${of("not met")} not met`;
}
