/** One element of TwiML: `<Say language="en-US">…</Say>`. */
export type TwimlElement = {
  name: "Message" | "Say" | "Gather" | "Pause" | "Hangup";
  attributes?: Readonly<Record<string, string>>;
  text?: string;
  inside?: readonly TwimlElement[];
};

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** What XML 1.0 has no place for, escaped or not. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** As much of a text as takes no more than that many signs once it is written. */
export function twimlWithin(text: string, unitsMax: number): string {
  let units = 0;
  const kept = [...text].filter((character) => {
    units += escaped(character).length;
    return units <= unitsMax;
  });
  return kept.join("");
}

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, "")
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

/** What Twilio is answered (twilio.com/docs/voice/twiml): no name of a room can break out of its element. */
export const twimlOf = (elements: readonly TwimlElement[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${elements.map(elementText).join("")}</Response>`;

function elementText({ name, attributes = {}, text = "", inside = [] }: TwimlElement): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join("")}>${escaped(text)}${inside.map(elementText).join("")}</${name}>`;
}
