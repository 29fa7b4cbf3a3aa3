import { copyAtPress } from "./copy.ts";

/** A section in search.json, as local/docs-site writes it: URL, page title, heading and text. */
type SearchEntry = [string, string, string, string];

const TYPING_MS = 150;
const FOUND_MAX = 12;
/** The placeholder in a URL, or alone: some devices and Prometheus have a separate field for the host. */
const EXAMPLE_ADDRESS = /https:\/\/HOST|(?<=[ "])HOST(?=[",\n])/g;

const isSpanish = document.documentElement.lang === "es";

fillHost();
for (const block of document.querySelectorAll("main pre")) offerCopy(block);
offerSearch(document.querySelector("#docs-search"), document.querySelector("#docs-found"));

/** Replaces the placeholder in the examples with this installation's address. */
function fillHost(): void {
  const texts = document.createTreeWalker(
    document.querySelector("main") ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  while (texts.nextNode() !== null) {
    const { currentNode: node } = texts;
    if (node.nodeValue?.includes("HOST"))
      node.nodeValue = node.nodeValue.replace(EXAMPLE_ADDRESS, (example) =>
        example.startsWith("https:") ? location.origin : location.hostname,
      );
  }
}

function offerCopy(block: Element): void {
  const words = isSpanish ? { copy: "Copiar", copied: "Copiado" } : { copy: "Copy", copied: "Copied" };
  const button = element("button", { type: "button", className: "second copies", textContent: words.copy });
  copyAtPress(button, block, words.copied);
  block.before(button);
}

/** Lists the sections that contain every word of the search, those with the most words in their heading first. */
function offerSearch(field: HTMLInputElement | null, found: HTMLElement | null): void {
  let entries: Promise<SearchEntry[]> | undefined;
  let typing: ReturnType<typeof setTimeout> | undefined;
  const find = async () => {
    entries ??= fetch("/docs/search.json").then((response) => response.json());
    const words = field?.value.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
    const matches = (await entries)
      .filter(([address]) => address.startsWith("/docs/es/") === isSpanish)
      .filter((entry) => words.every((word) => entry.slice(1).join(" ").toLowerCase().includes(word)))
      .toSorted((one, other) => inHeading(other, words) - inHeading(one, words));
    const links = matches
      .slice(0, FOUND_MAX)
      .map(([href, page, heading]) =>
        element("a", { href, textContent: heading === page ? page : `${page}: ${heading}` }),
      );
    const none = isSpanish ? "Nada encontrado" : "No matches";
    const shown = words.length === 0 ? [] : links.length === 0 ? [none] : links;
    found?.replaceChildren(...shown.map((each) => element("li", {}, each)));
  };
  field?.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(find, TYPING_MS);
  });
}

const inHeading = ([, page, heading]: SearchEntry, words: string[]): number =>
  words.filter((word) => `${page} ${heading}`.toLowerCase().includes(word)).length;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
