/** What local/docs-site writes to search.json: an address, its page, its heading and its text. */
type SearchEntry = [string, string, string, string];
type Parameter = { name: string; in: string; required?: boolean };
type Media = { example?: unknown; examples?: Record<string, { $ref?: string; value?: unknown }> };
type Operation = {
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
};
type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { examples: Record<string, { value?: unknown }> };
};

const TYPING_MS = 150;
const FOUND_MAX = 12;
const COPIED_MS = 2_000;
const ANSWER_CHARACTERS_MAX = 20_000;
const EXAMPLE_ADDRESS = "https://HOST";

const isSpanish = document.documentElement.lang === "es";
const key = document.querySelector<HTMLInputElement>("#api-key");

fillHost();
for (const block of document.querySelectorAll("main pre")) offerCopy(block);
for (const place of document.querySelectorAll<HTMLElement>("[data-try]"))
  place.closest("details")?.addEventListener("toggle", () => {
    if (place.childElementCount === 0) void offerTry(place);
  });
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
        element(
          "li",
          {},
          element("a", { href, textContent: heading === page ? page : `${page}: ${heading}` }),
        ),
      );
    const none = element("li", { textContent: isSpanish ? "Nada encontrado" : "No matches" });
    found?.replaceChildren(...(words.length === 0 ? [] : links.length === 0 ? [none] : links));
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

/** A form with a field for each parameter and one for the body, where a key or nothing opens the operation. */
async function offerTry(place: HTMLElement): Promise<void> {
  const [method = "", path = ""] = (place.dataset.try ?? "").split(" ");
  const api: ApiDocument = await fetch("/api/openapi.json").then((response) => response.json());
  const operation = api.paths[path]?.[method.toLowerCase()];
  const [opening = ""] = Object.keys(operation?.security?.[0] ?? {});
  if (operation === undefined || !Object.hasOwn(KEY_HEADERS, opening)) return;
  const field = ({ name, in: where, required }: Parameter) =>
    element(
      "label",
      {},
      required === true ? name : `${name} (optional)`,
      element("input", { name: `${where}.${name}`, required: required === true, autocomplete: "off" }),
    );
  const parameters = (operation.parameters ?? []).filter((each) => each.in === "path" || each.in === "query");
  const example = exampleOf(operation, api);
  const body = { name: "body", value: example ?? "", rows: 6, spellcheck: false };
  const answer = element("pre", { tabIndex: 0, hidden: true, ariaLive: "polite" });
  const form = element(
    "form",
    { className: "try" },
    ...parameters.map(field),
    ...(example === undefined ? [] : [element("label", {}, "Body", element("textarea", body))]),
    element("button", {
      type: "submit",
      textContent: method === "GET" ? "Send request" : `Send ${method} request`,
    }),
    answer,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (opening !== "" && key?.value === "") key.focus();
    else void send(method, path, opening, new FormData(form), answer);
  });
  place.append(element("h3", { textContent: "Try it" }), form);
}

/** How a key opens an operation, by the name of its scheme; what needs none is opened by nothing. */
const KEY_HEADERS: Record<string, (secret: string) => Record<string, string>> = {
  "": () => ({}),
  bearerApiKey: (secret) => ({ Authorization: `Bearer ${secret}` }),
  ingestKeyHeader: (secret) => ({ "X-Ingest-Key": secret }),
};

function exampleOf({ requestBody }: Operation, { components }: ApiDocument): string | undefined {
  const media = requestBody?.content["application/json"];
  if (media === undefined) return undefined;
  const [first] = Object.values(media.examples ?? {});
  const referred = components.examples[first?.$ref?.replace(/^.*\//, "") ?? ""];
  return JSON.stringify(referred?.value ?? first?.value ?? {}, null, 2);
}

/** Asks this installation with the key that was typed, which stays in its field, and shows the response. */
async function send(method: string, path: string, opening: string, sent: FormData, answer: HTMLElement) {
  const text = (name: string) => String(sent.get(name) ?? "");
  const address = new URL(location.origin);
  address.pathname = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(text(`path.${name}`)));
  for (const [name, value] of sent)
    if (name.startsWith("query.") && value !== "") address.searchParams.set(name.slice(6), String(value));
  const hasBody = sent.has("body");
  answer.hidden = false;
  answer.textContent = "…";
  try {
    const response = await fetch(address, {
      method,
      headers: {
        ...KEY_HEADERS[opening]?.(key?.value.trim() ?? ""),
        ...(hasBody ? { "Content-Type": "application/json" } : {}),
      },
      ...(hasBody ? { body: text("body") } : {}),
      credentials: "omit",
      cache: "no-store",
    });
    const said = `${response.status} ${response.statusText}\n${readable(await response.text())}`;
    answer.textContent = said.slice(0, ANSWER_CHARACTERS_MAX);
  } catch {
    answer.textContent = "The request didn't reach the service. Check your connection and try again.";
  }
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Metrics, CSV and calendars are no JSON: they are shown as they come.
    return text;
  }
}
