import type { Words } from "../../../lib/language/en/pages.ts";

/** How the page gets onto a home screen. A script shows it where the browser can and has not yet; it hides nothing else. */
export const InstallHint = ({ words: { install } }: { words: Words }) => (
  <p class="hint" data-install hidden>
    <button type="button" class="second" hidden>
      {install.add}
    </button>
    <span hidden>{install.byHand}</span>
  </p>
);
