import type { Child } from "hono/jsx";
import { Icon, type IconName } from "./icons.tsx";
import { Ask, type AskProps, Go, Press, type PressProps } from "./press.tsx";
import { useTeller } from "./teller-scope.ts";

type SectionProps = {
  id: string;
  title: Child;
  icon?: IconName;
  hint?: Child;
  role?: "status";
  children?: Child;
};

export const Section = ({ id, title, icon, hint, role, children }: SectionProps) => (
  <section class="panel" aria-labelledby={id} role={role}>
    <h2 id={id}>
      {icon === undefined ? null : <Icon name={icon} />}
      {title}
    </h2>
    {hint == null ? null : <p class="hint">{hint}</p>}
    {children}
  </section>
);

const LINES_AT_ONCE_MAX = 10;

type FoldedProps<T> = {
  items: readonly T[];
  /** What asks to be seen is never folded away. */
  asks: (item: T) => boolean;
  list: (items: T[]) => Child;
  atOnce?: number;
  /** What unfolds so many more. */
  text?: (count: number) => string;
  /** Given, the fold stays open where the browser's module replaces what is around it. */
  id?: string;
};

/** A long list in two: the first lines with what asks to be seen, and a fold of the rest. */
export function Folded<T>({ items, asks, list, atOnce = LINES_AT_ONCE_MAX, text, id }: FoldedProps<T>) {
  const { received } = useTeller().words;
  const isAtOnce = (item: T, index: number) => index < atOnce || asks(item);
  const rest = items.filter((item, index) => !isAtOnce(item, index));
  return (
    <>
      {list(items.filter(isAtOnce))}
      {rest.length === 0 ? null : (
        <details class="figures" id={id}>
          <summary>{(text ?? received.more)(rest.length)}</summary>
          {list(rest)}
        </details>
      )}
    </>
  );
}

type ListProps<T> = Pick<FoldedProps<T>, "items"> & {
  /** True where nothing else stands in its panel. */
  isPanel?: boolean;
  /** What stands in its place where it has no rows. */
  empty?: Child;
  /** Given, a long list is folded. */
  asks?: FoldedProps<T>["asks"];
  children: (item: T, index: number) => Child;
};

export function List<T>({ items, isPanel = false, empty, asks = () => true, children: row }: ListProps<T>) {
  if (items.length === 0 && empty !== undefined) return <>{empty}</>;
  const list = (some: T[]) => <ul class={isPanel ? "lines panel" : "lines"}>{some.map(row)}</ul>;
  return <Folded items={items} asks={asks} list={list} />;
}

type Fact = Child | false;

/** Each behind a dot; what is not so is left out. */
export const Facts = ({ of }: { of: readonly Fact[] }) => (
  <>
    {of
      .filter((fact) => fact != null && fact !== false && fact !== "")
      .map((fact, index) => (index === 0 ? fact : [" · ", fact]))}
  </>
);

type RowProps = {
  title: Child;
  hint?: Child;
  /** What is to be known of it, in place of a hint. */
  facts?: readonly Fact[];
  /** Where all of the row leads; it then has a chevron at its end. */
  href?: string | null;
  /** What stands before the title: initials, a dot, an icon. */
  lead?: Child;
  mark?: Child;
  /** What can be done about it by one press, and what is asked about first. */
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

/** The way on from a page of a list; null where nothing is older. */
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
