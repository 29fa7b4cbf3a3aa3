import type { DigestFacts } from "./facts.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";
import { digestView } from "./view.ts";

/** A mail ready to be sent; `headers` let the mail program unsubscribe with one click. */
export type Digest = { subject: string; text: string; html: string; headers: Record<string, string> };

/**
 * The weekly, monthly or quarterly report of a home, in its zone and units. The text begins with the summary.
 * @throws TypeError for a link that is no absolute address.
 */
export function writeDigest(facts: DigestFacts): Digest {
  const view = digestView({
    ...facts,
    links: { dashboard: address(facts.links.dashboard), unsubscribe: address(facts.links.unsubscribe) },
  });
  return {
    subject: view.subject,
    text: renderText(view),
    html: renderHtml(view),
    // RFC 8058, section 3.1.
    headers: {
      "List-Unsubscribe": `<${view.links.unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** The URL as a browser writes it: nothing is left that could end a header or an attribute. */
function address(link: string): string {
  const { href, protocol } = new URL(link);
  if (protocol !== "https:" && protocol !== "http:") throw new TypeError(`Not a web address: ${protocol}`);
  return href;
}
