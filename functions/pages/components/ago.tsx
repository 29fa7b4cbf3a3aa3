import type { Teller } from "../format/teller.ts";

/** `2 minutes ago`, which the browser keeps true while the page stands open. */
export const Ago = ({ at, teller }: { at: Date; teller: Teller }) => (
  <time datetime={at.toISOString()} data-ago title={teller.dateTime(at)}>
    {teller.ago(at)}
  </time>
);
