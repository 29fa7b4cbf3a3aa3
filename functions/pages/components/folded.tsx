import type { Child } from "hono/jsx";
import type { Words } from "../../../lib/language/en/pages.ts";

/** A list longer than this unfolds to the rest. */
const LINES_AT_ONCE_MAX = 10;

type Props<T> = {
  items: readonly T[];
  /** What asks to be seen is never folded away. */
  asks?: (item: T) => boolean;
  list: (items: T[]) => Child;
  words: Words;
};

/** A long list in two: the first lines with what asks to be seen, and a fold of the rest. */
export function Folded<T>({ items, asks = () => false, list, words }: Props<T>) {
  const isAtOnce = (item: T, index: number) => index < LINES_AT_ONCE_MAX || asks(item);
  const rest = items.filter((item, index) => !isAtOnce(item, index));
  return (
    <>
      {list(items.filter(isAtOnce))}
      {rest.length === 0 ? null : (
        <details class="figures">
          <summary>{words.received.more(rest.length)}</summary>
          {list(rest)}
        </details>
      )}
    </>
  );
}
