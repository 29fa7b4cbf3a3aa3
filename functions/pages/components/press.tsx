import type { Child } from "hono/jsx";
import { useTeller } from "./teller-scope.ts";

type GoProps = { href: string; download?: ""; rel?: "noreferrer"; children?: Child };

/** A link that looks like a button, and is the first thing to do. */
export const Start = ({ children, ...link }: GoProps) => (
  <a class="button" {...link}>
    {children}
  </a>
);

export const Go = ({ children, ...link }: GoProps) => (
  <a class="button second" {...link}>
    {children}
  </a>
);

type Way = readonly [href: string, text: string, isHere?: boolean];

/** Links in a row, of which one is what is shown. */
export const Ways = ({ label, ways }: { label: string; ways: readonly Way[] }) => (
  <nav class="ranges" aria-label={label}>
    {ways.map(([href, text, isHere]) => (
      <a href={href} aria-current={isHere ? "true" : undefined}>
        {text}
      </a>
    ))}
  </nav>
);

export type PressProps = {
  action: string;
  text: string;
  /** Which of several it is about: read with the text. */
  of?: string;
  name?: string;
  value?: string;
  /** `first` where it is the one thing to do. */
  kind?: "first" | "second" | "danger";
  children?: Child;
};

const labelOf = (text: string, of: string | undefined) => (of === undefined ? undefined : `${text}: ${of}`);

export const Press = ({ action, text, of, name, value, kind = "second", children }: PressProps) => (
  <form method="post" action={action} class="press">
    {name === undefined ? null : <input type="hidden" name={name} value={value ?? ""} />}
    {children}
    <button type="submit" class={kind === "first" ? undefined : kind} aria-label={labelOf(text, of)}>
      {text}
    </button>
  </form>
);

type UnfoldProps = { text: string; of?: string | undefined; isOpen?: boolean; children?: Child };

export const Unfold = ({ text, of, isOpen = false, children }: UnfoldProps) => (
  <details class="ask" open={isOpen}>
    <summary class="button second" aria-label={labelOf(text, of)}>
      {text}
    </summary>
    <div>{children}</div>
  </details>
);

export type AskProps = Omit<PressProps, "kind"> & {
  /** What goes with it, said before it is done. */
  warning: string;
  /** False where nothing is taken away: red is for what is. */
  isDanger?: boolean;
};

/** A button that asks once before it does what cannot be taken back: the first press says what will happen. */
export const Ask = ({ warning, isDanger = true, of, ...press }: AskProps) => (
  <Unfold text={press.text} of={of}>
    <p>{warning}</p>
    <Press {...press} kind={isDanger ? "danger" : "first"} />
  </Unfold>
);

type EndProps = {
  /** Where the thing is changed; `/remove` below it removes the thing. */
  path: string;
  enabled: boolean;
  /** What switching off keeps, what removing is called, and what goes with it. */
  words: { disableHint: string; remove: string; removeHint: string };
};

export function EndPanel({ path, enabled, words: { disableHint, remove, removeHint } }: EndProps) {
  const { enable, disable } = useTeller().words.device;
  return (
    <section class="panel">
      <Press action={path} name="enabled" value={enabled ? "no" : "yes"} text={enabled ? disable : enable} />
      <p class="hint">{disableHint}</p>
      <Ask action={`${path}/remove`} text={remove} warning={removeHint} />
    </section>
  );
}

type SureProps = { action: string; text: string; back: string; children?: Child };

export const Sure = ({ action, text, back, children }: SureProps) => (
  <section class="panel">
    {children}
    <Press action={action} text={text} kind="danger" />
    <p>
      <Go href={back}>{useTeller().words.owner.cancel}</Go>
    </p>
  </section>
);
