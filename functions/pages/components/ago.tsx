import { useTeller } from "./teller-scope.ts";

/** `2 minutes ago`, which the browser keeps true while the page stands open. */
export function Ago({ at }: { at: Date | string | number }) {
  const { ago, dateTime } = useTeller();
  return (
    <time datetime={new Date(at).toISOString()} data-ago title={dateTime(at)}>
      {ago(at)}
    </time>
  );
}
