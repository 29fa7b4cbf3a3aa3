import type { Child } from "hono/jsx";
import type { Words } from "../../../lib/language/en/pages.ts";
import { Press } from "./fields.tsx";
import { Go } from "./go.tsx";

type Props = {
  /** Where the thing is changed; `/remove` below it removes the thing. */
  path: string;
  enabled: boolean;
  /** What switching off keeps, what removing is called, and what goes with it. */
  disableHint: string;
  remove: string;
  removeHint: string;
  words: Words;
};

/** Switches a device, a feed or a rule off and on, and removes it. */
export const EndPanel = ({ path, enabled, disableHint, remove, removeHint, words }: Props) => (
  <section class="panel">
    <Press
      action={path}
      name="enabled"
      value={enabled ? "no" : "yes"}
      text={enabled ? words.device.disable : words.device.enable}
      kind="second"
    />
    <p class="hint">{disableHint}</p>
    <details class="figures">
      <summary>{remove}</summary>
      <p class="hint">{removeHint}</p>
      <Press action={`${path}/remove`} text={words.device.removeSure} kind="danger" />
    </details>
  </section>
);

type SureProps = { action: string; text: string; back: string; words: Words; children?: Child };

/** What cannot be undone: what goes with it, the button that does it, and the way back. */
export const Sure = ({ action, text, back, words, children }: SureProps) => (
  <section class="panel narrow">
    {children}
    <Press action={action} text={text} kind="danger" />
    <p>
      <Go href={back}>{words.owner.cancel}</Go>
    </p>
  </section>
);
