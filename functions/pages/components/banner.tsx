import type { Child } from "hono/jsx";
import { Icon, type IconName } from "./icons.tsx";

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
