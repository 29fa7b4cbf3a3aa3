import { raw } from "hono/html";
import type { Child, JSX } from "hono/jsx";
import { renderSVG } from "uqr";
import { useTeller } from "../format/teller.tsx";
import paths from "./icons.json" with { type: "json" };

type SectionProps = { id: string; title: Child; hint?: Child; role?: "status"; children?: Child };

export const Section = ({ id, title, hint, role, children }: SectionProps) => (
  <section class="panel" aria-labelledby={id} role={role}>
    <h2 id={id}>{title}</h2>
    {hint == null ? null : <p class="hint">{hint}</p>}
    {children}
  </section>
);

const LINES_AT_ONCE_MAX = 10;

type FoldedProps<T> = {
  items: readonly T[];
  /** Returns true for an item that must not be folded away. */
  asks: (item: T) => boolean;
  list: (items: T[]) => Child;
  /** With an id, an open fold stays open when a live update replaces the content around it. */
  id?: string;
};

/** A long list in two parts: the first items and those that must be seen, then a fold with the rest. */
export function Folded<T>({ items, asks, list, id }: FoldedProps<T>) {
  const { received } = useTeller().words;
  const isAtOnce = (item: T, index: number) => index < LINES_AT_ONCE_MAX || asks(item);
  const rest = items.filter((item, index) => !isAtOnce(item, index));
  return (
    <>
      {list(items.filter(isAtOnce))}
      {rest.length === 0 ? null : (
        <details class="figures" id={id}>
          <summary>{received.more(rest.length)}</summary>
          {list(rest)}
        </details>
      )}
    </>
  );
}

type ListProps<T> = Pick<FoldedProps<T>, "items"> & {
  /** True if the list alone is a panel. */
  isPanel?: boolean;
  empty?: Child;
  /** If given, a long list is folded. */
  asks?: FoldedProps<T>["asks"];
  /** Returns the row of an item, or null for no row. */
  children: (item: T, index: number) => RowProps | null;
};

export function List<T>({ items, isPanel = false, empty, asks = () => true, children: told }: ListProps<T>) {
  if (items.length === 0 && empty !== undefined) return <>{empty}</>;
  const line = (item: T, index: number) => {
    const row = told(item, index);
    return row && <Row {...row} />;
  };
  const list = (some: T[]) => <ul class={isPanel ? "lines panel" : "lines"}>{some.map(line)}</ul>;
  return <Folded items={items} asks={asks} list={list} />;
}

/** Facts with dots between them. Leaves out those that are false or null. */
export const Facts = ({ of }: { of: readonly (Child | false)[] }) => (
  <>{of.filter(Boolean).map((fact, index) => (index === 0 ? fact : [" · ", fact]))}</>
);

export type RowProps = {
  title: Child;
  hint?: Child;
  /** Short facts, in place of a hint. */
  facts?: readonly (Child | false)[];
  /** A link for the whole row, which then has a chevron at its end. */
  href?: string | null;
  /** Content before the title: initials, a dot or an icon. */
  lead?: Child;
  mark?: Child;
  /** A button that acts at once, and a button that asks first. */
  press?: PressProps | false | null;
  ask?: (Omit<AskProps, "text"> & { text?: string }) | false | null;
  children?: Child;
};

export function Row({ title, facts, hint, href = null, lead, mark, press, ask, children }: RowProps) {
  const { remove } = useTeller().words.owner;
  const of = typeof title === "string" ? { of: title } : {};
  const known = facts === undefined ? hint : <Facts of={facts} />;
  const what = (
    <>
      {lead}
      <span class="who">
        <strong>{title}</strong>
        {known == null ? null : <span class="hint">{known}</span>}
      </span>
      {mark}
    </>
  );
  return (
    <li>
      {href === null ? (
        what
      ) : (
        <a href={href} class="leads">
          {what}
          <Icon name="forward" />
        </a>
      )}
      {press ? <Press {...of} {...press} /> : null}
      {children}
      {ask ? <Ask text={remove} {...of} {...ask} /> : null}
    </li>
  );
}

/** The link to older items; nothing if there are none. */
export function Older({ cursor }: { cursor: string | null }) {
  const { older } = useTeller().words.activity;
  return cursor === null ? null : <Go href={`?before=${encodeURIComponent(cursor)}`}>{older}</Go>;
}

export const Empty = ({ icon, text, children }: { icon: IconName; text: Child; children?: Child }) => (
  <div class="panel empty">
    <Icon name={icon} />
    <p>{text}</p>
    {children}
  </div>
);

type LinkProps = JSX.IntrinsicElements["a"];

const linkLike = (kinds: string) => (link: LinkProps) => <a class={kinds} {...link} />;
export const Start = linkLike("button");
export const Go = linkLike("button second");

type LineProps = LinkProps & { text: string; kind?: string };

/** A link on its own line. `kind`: the link's classes, such as `button`. */
export const LinkLine = ({ text, kind, class: kinds, ...link }: LineProps) => (
  <p class={kinds}>
    <a class={kind} {...link}>
      {text}
    </a>
  </p>
);

type PressProps = {
  action: string;
  text: string;
  /** The name of the item that the button is about. Screen readers read it with the text. */
  of?: string | undefined;
  /** Hidden fields to send, by name. */
  send?: Readonly<Record<string, string | number>>;
  /** `first` for the main action of a page. */
  kind?: "first" | "second" | "danger";
  /** True if the page's script shows the button. */
  hidden?: boolean;
  children?: Child;
};

const labelOf = (text: string, of: string | undefined) => (of === undefined ? undefined : `${text}: ${of}`);

export const Press = ({ action, text, of, send = {}, kind = "second", hidden, children }: PressProps) => (
  <form method="post" action={action} class="press" hidden={hidden}>
    {Object.entries(send).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    {children}
    <button type="submit" class={kind === "first" ? undefined : kind} aria-label={labelOf(text, of)}>
      {text}
    </button>
  </form>
);

/** A form's other submit button. */
export const Second = ({ text, ...button }: JSX.IntrinsicElements["button"] & { text: Child }) => (
  <button type="submit" class="second" {...button}>
    {text}
  </button>
);

export const Unfold = ({ text, of, children }: Pick<PressProps, "text" | "of" | "children">) => (
  <details class="ask">
    <summary class="button second" aria-label={labelOf(text, of)}>
      {text}
    </summary>
    <div>{children}</div>
  </details>
);

type AskProps = Omit<PressProps, "kind"> & {
  /** The consequences, shown before the action. */
  warning: string;
  /** False if the action removes nothing: only buttons that remove are red. */
  isDanger?: boolean;
};

/** A button for an action that can't be undone. The first press shows a warning and the button that acts. */
export const Ask = ({ warning, isDanger = true, of, ...press }: AskProps) => (
  <Unfold text={press.text} of={of}>
    <p>{warning}</p>
    <Press {...press} kind={isDanger ? "danger" : "first"} />
  </Unfold>
);

type EndProps = {
  /** The path of the form that changes the item. A POST to `/remove` below it deletes the item. */
  path: string;
  enabled: boolean;
  /** `disableHint`: what disabling keeps. `remove`: the button. `removeHint`: its warning. */
  words: { disableHint: string; remove: string; removeHint: string };
};

export function EndPanel({ path, enabled, words: { disableHint, remove, removeHint } }: EndProps) {
  const { enable, disable } = useTeller().words.device;
  return (
    <section class="panel">
      <Press action={path} send={{ enabled: enabled ? "no" : "yes" }} text={enabled ? disable : enable} />
      <p class="hint">{disableHint}</p>
      <Ask action={`${path}/remove`} text={remove} warning={removeHint} />
    </section>
  );
}

export function CopyButton({ of }: { of: string }) {
  const { copy, copied } = useTeller().words.device;
  return <ScriptButton text={copy} data-copy={of} data-copied={copied} />;
}

/** A text to copy, with its button. */
export const Copied = ({ of, text }: { of: string; text: string }) => (
  <>
    <code class="key" id={of}>
      {text}
    </code>
    <CopyButton of={of} />
  </>
);

/** A button for something that only the page's script can do. The script shows it. */
export const ScriptButton = (button: Parameters<typeof Second>[0]) => (
  <p>
    <Second type="button" hidden {...button} />
  </p>
);

/** A QR code with the white border that scanners need. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <div class="qr" role="img" aria-label={label}>
    {raw(renderSVG(text, { border: 2 }))}
  </div>
);

export type IconName = keyof typeof paths;

/** An icon, hidden from screen readers: the words beside it say the same. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);

type BannerProps = JSX.IntrinsicElements["section"] & { tone: string; icon: IconName };

export const Banner = ({ tone, icon, children, ...rest }: BannerProps) => (
  <section class={`standing ${tone}`} {...rest}>
    <span class="badge">
      <Icon name={icon} />
    </span>
    <div>{children}</div>
  </section>
);

const NOTE_ICONS = { quiet: "mute", done: "well", problem: "alert" } as const;

type NoteProps = { kind: keyof typeof NOTE_ICONS; role?: "status" | "alert"; children?: Child };

export const Note = ({ kind, role, children }: NoteProps) => (
  <p class={kind === "quiet" ? "note" : `note ${kind}`} role={role}>
    <Icon name={NOTE_ICONS[kind]} />
    <span>{children}</span>
  </p>
);
