/** How it is, as a colour beside the words. */
export type Tone = "well" | "warning" | "critical" | "unknown";

export type Badge = { label: string; message: string; tone: Tone };

/** White text on each of them has a contrast of 4.5 at least, so it reads on light and dark pages alike. */
const GROUNDS: Record<Tone, string> = {
  well: "#1e6b3a",
  warning: "#8a5300",
  critical: "#b3261e",
  unknown: "#5a5f6b",
};
const LABEL_GROUND = "#33373d";
const HEIGHT = 20;
const PADDING = 6;
const BASELINE = 14;
const NARROW = /[ !'(),.:;I[\]ijl|\u00a0]/;
const WIDE = /[@MWmw%°–—]/;

/** Scripts whose characters fill a square, and pictures. */
const SQUARE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60\p{Extended_Pictographic}]/u;
const PIXELS = { narrow: 4, wide: 10, square: 12, usual: 7 } as const;

/** About how many pixels a text takes at 11 pixels; the drawing tells the browser to make it exactly so. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => {
    const kind = NARROW.test(character)
      ? "narrow"
      : SQUARE.test(character)
        ? "square"
        : WIDE.test(character)
          ? "wide"
          : "usual";
    return sum + PIXELS[kind];
  }, 0);

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Nothing that XML 1.0 does not take, and nothing that ends a text or an attribute. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

/** A picture of one line, without script, style or anything that is fetched. */
export function badgeSvg({ label, message, tone }: Badge): string {
  const [left, right] = [widthOf(label) + 2 * PADDING, widthOf(message) + 2 * PADDING];
  const width = left + right;
  const text = (words: string, x: number, length: number) =>
    `<text x="${x}" y="${BASELINE}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escaped(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${escaped(`${label}: ${message}`)}">`,
    `<title>${escaped(`${label}: ${message}`)}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="${HEIGHT}" fill="${LABEL_GROUND}"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${GROUNDS[tone]}"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    text(label, PADDING, left - 2 * PADDING),
    text(message, left + PADDING, right - 2 * PADDING),
    "</g></svg>",
  ].join("");
}

/** The endpoint schema of shields.io: https://shields.io/badges/endpoint-badge */
export const shieldsBadge = ({ label, message, tone }: Badge, cacheSeconds: number) => ({
  schemaVersion: 1,
  label,
  message,
  color: GROUNDS[tone].slice(1),
  labelColor: LABEL_GROUND.slice(1),
  isError: tone === "critical",
  cacheSeconds,
});
