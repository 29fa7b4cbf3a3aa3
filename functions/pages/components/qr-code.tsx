import { raw } from "hono/html";
import { renderSVG } from "uqr";

export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <div class="qr" role="img" aria-label={label}>
    {/* Modules of white around it: readers need them. */}
    {raw(renderSVG(text, { border: 2 }))}
  </div>
);
