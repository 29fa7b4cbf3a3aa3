import type { Child } from "hono/jsx";
import { Icon, type IconName } from "./icons.tsx";

type BannerProps = {
  tone: string;
  icon: IconName;
  /** What the browser's module replaces it by. */
  part?: string;
  role?: "status";
  "aria-live"?: "polite";
  children?: Child;
};

export const Banner = ({ tone, icon, part, children, ...rest }: BannerProps) => (
  <section class={`standing ${tone}`} data-part={part} {...rest}>
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
  part?: string;
  children?: Child;
};

export const Note = ({ kind, icon, role, part, children }: NoteProps) => (
  <p class={kind === undefined ? "note" : `note ${kind}`} role={role} data-part={part}>
    <Icon name={icon} />
    <span>{children}</span>
  </p>
);
