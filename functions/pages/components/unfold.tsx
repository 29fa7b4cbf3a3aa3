import type { Child } from "hono/jsx";

type UnfoldProps = { text: string; label?: string | undefined; isOpen?: boolean; children?: Child };

/** A button that unfolds what belongs to it. */
export const Unfold = ({ text, label, isOpen = false, children }: UnfoldProps) => (
  <details class="ask" open={isOpen}>
    <summary class="button second" aria-label={label}>
      {text}
    </summary>
    <div>{children}</div>
  </details>
);
