import texts from "./snippets.json" with { type: "json" };

/** How a device posts, by what it is; printed in `docs/devices.md` too. Code is the same in every language. */
export type Poster = keyof typeof texts.post;
export const POSTERS = Object.keys(texts.post) as Poster[];

export const isPoster = (text: string | undefined): text is Poster =>
  text !== undefined && Object.hasOwn(texts.post, text);

/** Ready to be copied; `url` is the whole ingest address with its key. Consoles of stations ask for its parts. */
export function snippetOf(poster: Poster, url: string): string {
  const [, , host = "", ...path] = url.split("/");
  return filled(texts.post[poster], { url, host, path: `/${path.join("/")}` });
}

const filled = (lines: readonly string[], facts: Readonly<Record<string, string>>): string =>
  lines.join("\n").replace(/(?<!\$)\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
