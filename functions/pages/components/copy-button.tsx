import { raw } from "hono/html";
import { renderSVG } from "uqr";
import { useTeller } from "./teller-scope.ts";

/** Shown by the page's script, where the browser has a clipboard. */
export function CopyButton({ of }: { of: string }) {
  const { copy, copied } = useTeller().words.device;
  return (
    <p>
      <button type="button" class="second" data-copy={of} data-copied={copied} hidden>
        {copy}
      </button>
    </p>
  );
}

export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <div class="qr" role="img" aria-label={label}>
    {/* Modules of white around it: readers need them. */}
    {raw(renderSVG(text, { border: 2 }))}
  </div>
);
