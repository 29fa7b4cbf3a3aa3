import type { Words } from "../../../lib/language/en/pages.ts";
import { Icon } from "./icons.tsx";

/** The way to the start, where there is no home to go through. */
export const Brand = ({ words }: { words: Words }) => (
  <header class="top">
    <a class="brand" href="/">
      <Icon name="hearth" />
      {words.product}
    </a>
  </header>
);
