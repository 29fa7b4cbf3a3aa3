/** What is believed of an unknown before looking. */
export type Belief = { mean: number; sd: number };

/** The unknowns' likeliest values, the root of their precision for drawing others, and how well all of it explains the rows. */
export type Solution = {
  values: number[];
  /** Lower triangle L of the precision, L·Lᵀ. */
  root: number[][];
  /** Minus twice the logarithm of the evidence, constants dropped. */
  cost: number;
  /** The weighted squares of what is not explained. */
  misfit: number;
};

/** Rows of coefficients and then the value, one after the other, each divided by its standard error. */
export type Rows = { numbers: Float64Array; width: number };

/** Least squares in a few unknowns with a normal belief in each, by Cholesky's decomposition. */
export function solve({ numbers, width }: Rows, beliefs: readonly Belief[]): Solution {
  const size = beliefs.length;
  const precision = new Float64Array(width * width);
  beliefs.forEach(({ mean, sd }, index) => {
    precision[index * width + index] = 1 / sd ** 2;
    precision[size * width + index] = mean / sd ** 2;
  });
  for (let row = 0; row < numbers.length; row += width)
    for (let i = 0; i < width; i += 1) {
      const left = numbers[row + i] ?? 0;
      for (let j = 0; j <= i; j += 1) {
        const place = i * width + j;
        precision[place] = (precision[place] ?? 0) + left * (numbers[row + j] ?? 0);
      }
    }
  const line = (index: number): number[] =>
    Array.from(precision.subarray(index * width, index * width + size));
  const right = line(size);
  const root = rootOf(beliefs.map((_, index) => line(index)));
  const values = backward(root, forward(root, right));
  const squares = precision[size * width + size] ?? 0;
  const prior = beliefs.reduce((sum, { mean, sd }) => sum + (mean / sd) ** 2, 0);
  // What the rows and beliefs miss together, from the same sums.
  const missed = squares + prior - dot(values, right);
  const strain = beliefs.reduce(
    (sum, { mean, sd }, index) => sum + (((values[index] ?? 0) - mean) / sd) ** 2,
    0,
  );
  const spread = root.reduce((sum, own, index) => sum + 2 * Math.log(own[index] ?? 1), 0);
  return { values, root, misfit: Math.max(0, missed - strain), cost: missed + spread };
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

/** L of a matrix of which the lower triangle is given. */
function rootOf(matrix: readonly (readonly number[])[]): number[][] {
  const root: number[][] = [];
  for (const [i, line] of matrix.entries()) {
    const own: number[] = [];
    root.push(own);
    for (let j = 0; j <= i; j += 1) {
      const other = root[j] ?? [];
      let rest = line[j] ?? 0;
      for (let k = 0; k < j; k += 1) rest -= (own[k] ?? 0) * (other[k] ?? 0);
      own[j] = i === j ? Math.sqrt(Math.max(rest, 1e-12)) : rest / (other[j] ?? 1);
    }
  }
  return root;
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
  const solved = [...right];
  for (let i = root.length - 1; i >= 0; i -= 1) {
    let rest = right[i] ?? 0;
    for (let k = i + 1; k < root.length; k += 1) rest -= (root[k]?.[i] ?? 0) * (solved[k] ?? 0);
    solved[i] = rest / (root[i]?.[i] ?? 1);
  }
  return solved;
}

/** Values that are as likely as standard normal numbers are: the precision's root undone. */
export const drawn = ({ values, root }: Solution, normals: readonly number[]): number[] =>
  backward(root, normals).map((deviation, index) => (values[index] ?? 0) + deviation);
