import type { Child } from "hono/jsx";

/** A link that looks like a button and is not the first thing to do. */
export const Go = ({ href, children }: { href: string; children?: Child }) => (
  <a class="button second" href={href}>
    {children}
  </a>
);
