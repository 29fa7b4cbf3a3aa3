import type { Column } from "./law.ts";

/** What is believed of an unknown before looking. */
export type Belief = { mean: number; sd: number };

/**
 * The unknowns' likeliest values, the root of their precision for drawing others, and how well all of it
 * explains the rows.
 */
export type Solution = {
  values: number[];
  /** Lower triangle L of the precision, L·Lᵀ. */
  root: number[][];
  /** Minus twice the logarithm of the evidence, constants dropped. */
  cost: number;
  /** The weighted squares of what is not explained. */
  misfit: number;
};

/**
 * A column of coefficients for each unknown and then one of values, each row divided by its standard error.
 */
export type Columns = readonly Column[];

/** The lower triangle of the columns' products and the beliefs' precision; its last line is the values'. */
export type Precision = readonly (readonly number[])[];

/** Leaves out what one column has a part in, which is for `withColumn` to add. */
export function precisionWithout(column: number, columns: Columns, beliefs: readonly Belief[]): Precision {
  const lines: number[][] = [];
  for (let i = 0; i < columns.length; i += 1) {
    const line: number[] = [];
    for (let j = 0; j <= i; j += 1)
      line.push(i === column || j === column ? 0 : entryOf(columns, beliefs, i, j));
    lines.push(line);
  }
  return lines;
}

export function withColumn(
  precision: Precision,
  columns: Columns,
  beliefs: readonly Belief[],
  column: number,
): Precision {
  const lines = precision.slice();
  for (let i = column; i < columns.length; i += 1) {
    const line = (precision[i] ?? []).slice();
    if (i > column) line[column] = entryOf(columns, beliefs, i, column);
    else for (let j = 0; j <= i; j += 1) line[j] = entryOf(columns, beliefs, i, j);
    lines[i] = line;
  }
  return lines;
}

function entryOf(columns: Columns, beliefs: readonly Belief[], i: number, j: number): number {
  const { mean, sd } = beliefs[j] ?? NO_BELIEF;
  const believed = i === beliefs.length ? mean / sd ** 2 : i === j ? 1 / sd ** 2 : 0;
  return productOf(columns[i] ?? NO_COLUMN, columns[j] ?? NO_COLUMN, believed);
}

const NO_COLUMN: Column = [];
const NO_BELIEF: Belief = { mean: 0, sd: 1 };

function productOf(a: Column, b: Column, begun: number): number {
  let sum = begun;
  for (let row = 0; row < a.length; row += 1) sum += (a[row] ?? 0) * (b[row] ?? 0);
  return sum;
}

/** Least squares in a few unknowns with a normal belief in each, by Cholesky's decomposition. */
export function solve(precision: Precision, beliefs: readonly Belief[]): Solution {
  const size = beliefs.length;
  const right = precision[size] ?? [];
  const root = rootOf(precision, size);
  const values = backward(root, forward(root, right));
  const squares = right[size] ?? 0;
  let [prior, strain, spread, explained] = [0, 0, 0, 0];
  for (let index = 0; index < size; index += 1) {
    const { mean, sd } = beliefs[index] ?? NO_BELIEF;
    const value = values[index] ?? 0;
    prior += (mean / sd) ** 2;
    strain += ((value - mean) / sd) ** 2;
    spread += 2 * Math.log(root[index]?.[index] ?? 1);
    explained += value * (right[index] ?? 0);
  }
  // What the rows and beliefs miss together, from the same sums.
  const missed = squares + prior - explained;
  return { values, root, misfit: Math.max(0, missed - strain), cost: missed + spread };
}

/** Returns L for a matrix given by its lower triangle. */
function rootOf(matrix: Precision, size: number): number[][] {
  const root: number[][] = [];
  for (let i = 0; i < size; i += 1) {
    const line = matrix[i] ?? [];
    const own: number[] = [];
    root.push(own);
    for (let j = 0; j <= i; j += 1) {
      const other = root[j] ?? [];
      let rest = line[j] ?? 0;
      for (let k = 0; k < j; k += 1) rest -= (own[k] ?? 0) * (other[k] ?? 0);
      own.push(i === j ? Math.sqrt(Math.max(rest, 1e-12)) : rest / (other[j] ?? 1));
    }
  }
  return root;
}

function forward(root: readonly number[][], right: readonly number[]): number[] {
  const solved: number[] = [];
  for (let i = 0; i < root.length; i += 1) {
    const line = root[i] ?? [];
    let rest = right[i] ?? 0;
    for (let k = 0; k < i; k += 1) rest -= (line[k] ?? 0) * (solved[k] ?? 0);
    solved.push(rest / (line[i] ?? 1));
  }
  return solved;
}

function backward(root: readonly number[][], right: readonly number[]): number[] {
  const solved = right.slice(0, root.length);
  for (let i = root.length - 1; i >= 0; i -= 1) {
    let rest = right[i] ?? 0;
    for (let k = i + 1; k < root.length; k += 1) rest -= (root[k]?.[i] ?? 0) * (solved[k] ?? 0);
    solved[i] = rest / (root[i]?.[i] ?? 1);
  }
  return solved;
}

/** Values that are as likely as standard normal numbers are: the precision's root undone. */
export function drawn({ values, root }: Solution, normals: readonly number[]): number[] {
  const deviations = backward(root, normals);
  return deviations.map((deviation, index) => (values[index] ?? 0) + deviation);
}
