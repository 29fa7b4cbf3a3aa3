/** A number of each row. No typed array: it would cost more to make than what is worked out in it. */
export type Column = readonly number[];

/** Of its full size, for a loop: each tick fills some hundred of them for every cold sensor. */
export const newColumn = (size: number): number[] => new Array<number>(size).fill(Number.NaN);

/** What is believed of an unknown before looking. */
export type Belief = { mean: number; sd: number };

/** The unknowns' likeliest values, and minus twice the logarithm of the evidence, constants dropped. */
type Solution = { values: number[]; cost: number };

/** What every two of some columns come to, multiplied row by row and added up: of each with those up to itself. */
export type Products = readonly Column[];

/** Sums that don't wait for each other. */
const AT_ONCE = 3;

export function productsOf(columns: readonly Column[]): Products {
  return columns.map((own, i) => {
    const line = newColumn(i + AT_ONCE);
    for (let j = 0; j <= i; j += AT_ONCE) {
      const [a, b, c] = [columns[j] ?? own, columns[j + 1] ?? own, columns[j + 2] ?? own];
      let withA = 0;
      let withB = 0;
      let withC = 0;
      for (let row = 0; row < own.length; row += 1) {
        const value = own[row] ?? 0;
        withA += value * (a[row] ?? 0);
        withB += value * (b[row] ?? 0);
        withC += value * (c[row] ?? 0);
      }
      line[j] = withA;
      line[j + 1] = withB;
      line[j + 2] = withC;
    }
    return line;
  });
}

const productAt = (products: Products, a: number, b: number): number =>
  products[Math.max(a, b)]?.[Math.min(a, b)] ?? 0;

/**
 * Least squares with a normal belief in each unknown, by Cholesky's decomposition. `places`: in the products, of a column
 * of coefficients for each unknown and then of one of values, each row divided by its standard error.
 */
export function solve(products: Products, places: readonly number[], beliefs: readonly Belief[]): Solution {
  const size = beliefs.length;
  const own = places[size] ?? 0;
  const right = beliefs.map(({ mean, sd }, i) => mean / sd ** 2 + productAt(products, own, places[i] ?? 0));
  const root = rootOf(products, places, beliefs);
  const values = right.slice();
  // The root undone, and then its transpose.
  for (let i = 0; i < size; i += 1) {
    let rest = values[i] ?? 0;
    for (let k = 0; k < i; k += 1) rest -= (root[i * size + k] ?? 0) * (values[k] ?? 0);
    values[i] = rest / (root[i * size + i] ?? 1);
  }
  for (let i = size - 1; i >= 0; i -= 1) {
    let rest = values[i] ?? 0;
    for (let k = i + 1; k < size; k += 1) rest -= (root[k * size + i] ?? 0) * (values[k] ?? 0);
    values[i] = rest / (root[i * size + i] ?? 1);
  }
  let cost = productAt(products, own, own);
  for (const [i, { mean, sd }] of beliefs.entries())
    cost += (mean / sd) ** 2 - (values[i] ?? 0) * (right[i] ?? 0) + 2 * Math.log(root[i * size + i] ?? 1);
  return { values, cost };
}

/** Lower triangle L of the precision, L·Lᵀ: the columns' products and the beliefs' own. Line by line, all of one length. */
function rootOf(products: Products, places: readonly number[], beliefs: readonly Belief[]): Column {
  const size = beliefs.length;
  const root = newColumn(size * size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      const believed = i === j ? 1 / (beliefs[i]?.sd ?? 1) ** 2 : 0;
      let rest = productAt(products, places[i] ?? 0, places[j] ?? 0) + believed;
      for (let k = 0; k < j; k += 1) rest -= (root[i * size + k] ?? 0) * (root[j * size + k] ?? 0);
      root[i * size + j] = i === j ? Math.sqrt(Math.max(rest, 1e-12)) : rest / (root[j * size + j] ?? 1);
    }
  }
  return root;
}
