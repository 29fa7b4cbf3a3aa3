/** A number of each row. No typed array: it would cost more to make than what is worked out in it. */
export type Column = readonly number[];

/** What is believed of an unknown before looking. */
export type Belief = { mean: number; sd: number };

/** The unknowns' likeliest values, and minus twice the logarithm of the evidence, constants dropped. */
type Solution = { values: number[]; cost: number };

/**
 * Least squares with a normal belief in each unknown, by Cholesky's decomposition. `columns`: one of coefficients for
 * each unknown and then one of values, each row divided by its standard error.
 */
export function solve(columns: readonly Column[], beliefs: readonly Belief[]): Solution {
  const own = columns[beliefs.length] ?? [];
  const right = beliefs.map(({ mean, sd }, i) => mean / sd ** 2 + productOf(columns[i] ?? [], own));
  const root = rootOf(columns, beliefs);
  const values = backward(root, forward(root, right));
  let cost = productOf(own, own);
  for (const [i, { mean, sd }] of beliefs.entries())
    cost += (mean / sd) ** 2 - (values[i] ?? 0) * (right[i] ?? 0) + 2 * Math.log(root[i]?.[i] ?? 1);
  return { values, cost };
}

/** Lower triangle L of the precision, L·Lᵀ: the columns' products and the beliefs' own. */
function rootOf(columns: readonly Column[], beliefs: readonly Belief[]): number[][] {
  const root: number[][] = [];
  for (const [i, { sd }] of beliefs.entries()) {
    const line: number[] = [];
    root.push(line);
    for (let j = 0; j <= i; j += 1) {
      let rest = productOf(columns[i] ?? [], columns[j] ?? []) + (i === j ? 1 / sd ** 2 : 0);
      for (let k = 0; k < j; k += 1) rest -= (line[k] ?? 0) * (root[j]?.[k] ?? 0);
      line.push(i === j ? Math.sqrt(Math.max(rest, 1e-12)) : rest / (root[j]?.[j] ?? 1));
    }
  }
  return root;
}

function productOf(a: Column, b: Column): number {
  let sum = 0;
  for (let row = 0; row < a.length; row += 1) sum += (a[row] ?? 0) * (b[row] ?? 0);
  return sum;
}

function forward(root: readonly number[][], right: readonly number[]): number[] {
  const solved: number[] = [];
  for (const [i, line] of root.entries()) {
    let rest = right[i] ?? 0;
    for (let k = 0; k < i; k += 1) rest -= (line[k] ?? 0) * (solved[k] ?? 0);
    solved.push(rest / (line[i] ?? 1));
  }
  return solved;
}

function backward(root: readonly number[][], right: readonly number[]): number[] {
  const solved = right.slice();
  for (let i = root.length - 1; i >= 0; i -= 1) {
    let rest = right[i] ?? 0;
    for (let k = i + 1; k < root.length; k += 1) rest -= (root[k]?.[i] ?? 0) * (solved[k] ?? 0);
    solved[i] = rest / (root[i]?.[i] ?? 1);
  }
  return solved;
}
