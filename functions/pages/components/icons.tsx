import paths from "./icons.json" with { type: "json" };

export type IconName = keyof typeof paths;

/** Stands beside words that say the same, and is hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);
