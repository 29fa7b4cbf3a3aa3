import type { Child } from "hono/jsx";
import paths from "./icons.json" with { type: "json" };

export type IconName = keyof typeof paths;

/** Stands beside words that say the same, and is hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);

type BannerProps = {
  tone: string;
  icon: IconName;
  role?: "status";
  "aria-live"?: "polite";
  children?: Child;
};

export const Banner = ({ tone, icon, children, ...rest }: BannerProps) => (
  <section class={`standing ${tone}`} {...rest}>
    <span class="badge">
      <Icon name={icon} />
    </span>
    <div>{children}</div>
  </section>
);

type NoteProps = {
  kind?: "done" | "problem";
  icon: IconName;
  role?: "status" | "alert";
  children?: Child;
};

export const Note = ({ kind, icon, role, children }: NoteProps) => (
  <p class={kind === undefined ? "note" : `note ${kind}`} role={role}>
    <Icon name={icon} />
    <span>{children}</span>
  </p>
);
