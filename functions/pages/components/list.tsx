import type { Child } from "hono/jsx";
import { Go } from "./go.tsx";
import { Icon, type IconName } from "./icons.tsx";

type SectionProps = { id: string; title: Child; hint?: Child; children?: Child };

/** A panel with its heading. */
export const Section = ({ id, title, hint, children }: SectionProps) => (
  <section class="panel" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {hint === undefined ? null : <p class="hint">{hint}</p>}
    {children}
  </section>
);

type ListProps = {
  /** True where nothing else stands in its panel. */
  isPanel?: boolean;
  /** What stands in its place where it has no rows. */
  empty?: Child;
  children?: Child;
};

export function List({ isPanel = false, empty, children }: ListProps) {
  if (empty !== undefined && [children].flat(2).every((row) => row == null)) return empty;
  return <ul class={isPanel ? "lines panel" : "lines"}>{children}</ul>;
}

type RowProps = {
  title: Child;
  hint?: Child;
  /** Where all of the row leads; it then has a chevron at its end. */
  href?: string | null;
  /** What stands before the title: initials, a dot, an icon. */
  lead?: Child;
  mark?: Child;
  /** What can be done about it. */
  children?: Child;
};

/** A row of a list: what it is, what is to be known of it, and what can be done. */
export function Row({ title, hint, href = null, lead, mark, children }: RowProps) {
  const what = (
    <>
      {lead}
      <span class="who">
        <strong>{title}</strong>
        {hint == null ? null : <span class="hint">{hint}</span>}
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
      {children}
    </li>
  );
}

/** The way to the next page of a long list; nothing at its end. */
export const Older = ({ href, text }: { href: string | null; text: string }) =>
  href === null ? null : <Go href={href}>{text}</Go>;

/** What stands where a list has nothing yet: why, and the one thing to do about it. */
export const Empty = ({ icon, text, children }: { icon: IconName; text: Child; children?: Child }) => (
  <div class="panel empty">
    <Icon name={icon} />
    <p>{text}</p>
    {children}
  </div>
);
