import type { Teller } from "../format/teller.ts";

/** Shown by the page's script, where the browser has a clipboard. */
export const CopyButton = ({ of, words }: { of: string; words: Teller["words"]["device"] }) => (
  <p>
    <button type="button" class="second" data-copy={of} data-copied={words.copied} hidden>
      {words.copy}
    </button>
  </p>
);
