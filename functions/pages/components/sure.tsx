import type { Child } from "hono/jsx";
import type { Words } from "../../../lib/language/en/pages.ts";
import { Press } from "./fields.tsx";

type SureProps = { action: string; text: string; back: string; words: Words; children?: Child };

/** What cannot be undone: what goes with it, the button that does it, and the way back. */
export const Sure = ({ action, text, back, words, children }: SureProps) => (
  <section class="panel narrow">
    {children}
    <Press action={action} text={text} kind="danger" />
    <p>
      <a class="button second" href={back}>
        {words.owner.cancel}
      </a>
    </p>
  </section>
);
