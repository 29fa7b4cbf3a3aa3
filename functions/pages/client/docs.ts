/** What local/docs-site writes to search.json: an address, its page, its heading and its text. */
type SearchEntry = [string, string, string, string];

const TYPING_MS = 150;
const FOUND_MAX = 12;
const COPIED_MS = 2_000;
const ANSWER_CHARACTERS_MAX = 20_000;
const EXAMPLE_ADDRESS = "https://HOST";
/** The line of a shell that an operation has: how it is sent, where, and with what. */
const CURL = /^curl(?: -X (\w+))? "([^"]+)"(?:.* -d '(.*)')?/;

const isSpanish = document.documentElement.lang === "es";
const key = document.querySelector<HTMLInputElement>("#api-key");

fillHost();
for (const block of document.querySelectorAll("main pre")) offerCopy(block);
for (const line of document.querySelectorAll<HTMLElement>("[data-try]"))
  line.closest("details")?.addEventListener("toggle", () => offerTry(line), { once: true });
offerSearch(document.querySelector("#docs-search"), document.querySelector("#docs-found"));

/** Examples name this installation. */
function fillHost(): void {
  const texts = document.createTreeWalker(
    document.querySelector("main") ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  while (texts.nextNode() !== null) {
    const { currentNode: node } = texts;
    if (node.nodeValue?.includes(EXAMPLE_ADDRESS))
      node.nodeValue = node.nodeValue.replaceAll(EXAMPLE_ADDRESS, location.origin);
  }
}

function offerCopy(block: Element): void {
  const words = isSpanish ? { copy: "Copiar", copied: "Copiado" } : { copy: "Copy", copied: "Copied" };
  const button = element("button", { type: "button", className: "second copies", textContent: words.copy });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.textContent ?? "");
    button.textContent = words.copied;
    setTimeout(() => (button.textContent = words.copy), COPIED_MS);
  });
  block.before(button);
}

/** Lists the places that have every word; those that have one in their heading come first. */
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

/** A form that sends what the line of a shell says; what opens the operation goes in the header that it names. */
function offerTry(line: HTMLElement): void {
  const [, sentAs, url = "", sent] = CURL.exec(line.textContent ?? "") ?? [];
  const [header = "", scheme = ""] = line.dataset.try?.split(": ") ?? [];
  const example = sent === undefined ? undefined : JSON.parse(sent.replaceAll("'\\''", "'"));
  const method = sentAs ?? (example === undefined ? "GET" : "POST");
  const address = element("input", { value: url.slice(location.origin.length), autocomplete: "off" });
  const body = element("textarea", { value: JSON.stringify(example, null, 2), rows: 6 });
  const answer = element("pre", { tabIndex: 0, hidden: true, ariaLive: "polite" });
  const form = element(
    "form",
    { className: "try" },
    element("h3", { textContent: "Try it" }),
    element("label", {}, "Address", address),
    ...(example === undefined ? [] : [element("label", {}, "Body", body)]),
    element("button", { textContent: method === "GET" ? "Send request" : `Send ${method} request` }),
    answer,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (header !== "" && key?.value === "") return key.focus();
    answer.hidden = false;
    answer.textContent = "…";
    const said = await send(location.origin + address.value, {
      method,
      headers: {
        ...(header === "" ? {} : { [header]: scheme + key?.value.trim() }),
        ...(example === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(example === undefined ? {} : { body: body.value }),
    });
    answer.textContent = said.slice(0, ANSWER_CHARACTERS_MAX);
  });
  line.closest("details")?.querySelector("div")?.append(form);
}

/** Asks this installation with the key that was typed, which stays in its field. */
async function send(address: string, request: RequestInit): Promise<string> {
  try {
    const response = await fetch(address, { ...request, credentials: "omit", cache: "no-store" });
    const text = await response.text();
    // Metrics, CSV and calendars are shown as they come.
    const isJson = response.headers.get("Content-Type")?.includes("json");
    const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
    return `${response.status} ${response.statusText}\n${shown}`;
  } catch {
    return "The request didn't reach the service. Check your connection and try again.";
  }
}
