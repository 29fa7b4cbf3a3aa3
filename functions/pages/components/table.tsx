import type { Child } from "hono/jsx";

type Props = {
  /** Null above names that need no heading. */
  heads: readonly Child[];
  rows: readonly (readonly Child[])[];
  /** True where the first cell of a row names it. */
  isNamed?: boolean;
  /** `stacks`: on a phone a row is a list of its cells, each after its column's name. */
  class?: "stacks" | "compare";
};

export const Table = ({ heads, rows, isNamed = true, class: kind }: Props) => (
  <table class={kind}>
    <thead>
      <tr>{heads.map((head) => (head === null ? <td></td> : <th scope="col">{head}</th>))}</tr>
    </thead>
    <tbody>
      {rows.map((cells) => (
        <tr>
          {cells.map((cell, column) =>
            isNamed && column === 0 ? (
              <th scope="row">{cell}</th>
            ) : (
              <td data-head={kind === "stacks" ? String(heads[column]) : undefined}>{cell}</td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);
