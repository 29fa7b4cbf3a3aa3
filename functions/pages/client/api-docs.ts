/** What the page says of an operation that can be tried: `TryIt` of local/docs-site/api-page.ts. */
type TryIt = {
  method: string;
  path: string;
  key: { header: string; before: string } | null;
  parameters: { name: string; in: "path" | "query"; required: boolean }[];
  body: string | null;
};

const TYPING_MS = 150;
const ANSWER_CHARACTERS_MAX = 20_000;

const operations = [...document.querySelectorAll<HTMLDetailsElement>("details.operation")];
const search = document.querySelector<HTMLInputElement>("#api-search");
const found = document.querySelector<HTMLElement>("#api-found");
const key = document.querySelector<HTMLInputElement>("#api-key");

for (const line of document.querySelectorAll("code.curl")) {
  const example = line.getAttribute("data-origin") ?? "";
  line.textContent = (line.textContent ?? "").replace(example, location.origin);
}
for (const operation of operations)
  operation.addEventListener("toggle", () => {
    const place = operation.querySelector<HTMLElement>("[data-try]");
    if (operation.open && place !== null && place.childElementCount === 0) offerTry(place);
  });
let typing: ReturnType<typeof setTimeout> | undefined;
search?.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(find, TYPING_MS);
});

/** Shows the operations and schemas that have every word, by their method, path, name and summary. */
function find(): void {
  const words = (search?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const operation of operations) {
    const text =
      `${operation.querySelector("summary")?.textContent} ${operation.querySelector("[id]")?.id}`.toLowerCase();
    operation.hidden = !words.every((word) => text.includes(word));
    if (!operation.hidden) count += 1;
  }
  for (const section of document.querySelectorAll<HTMLElement>("main section"))
    section.hidden = section.querySelector("details.operation:not([hidden])") === null;
  if (found !== null) found.textContent = words.length === 0 ? "" : `${count} found`;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A form with a field for each parameter and one for the body. */
function offerTry(place: HTMLElement): void {
  const wish: TryIt = JSON.parse(place.dataset.try ?? "");
  const fields = wish.parameters.map(({ name, required }) =>
    element("input", { name, required, autocomplete: "off" }),
  );
  const body =
    wish.body === null
      ? null
      : element("textarea", {
          value: wish.body,
          rows: Math.min(12, wish.body.split("\n").length + 1),
          spellcheck: false,
        });
  const answer = element("pre", { tabIndex: 0, hidden: true });
  answer.setAttribute("aria-live", "polite");
  const form = element(
    "form",
    { className: "try" },
    ...fields.map((field, index) =>
      element(
        "label",
        {},
        `${field.name}${wish.parameters[index]?.required === true ? "" : " (optional)"}`,
        field,
      ),
    ),
    ...(body === null ? [] : [element("label", {}, "Body", body)]),
    element(
      "button",
      { type: "submit" },
      wish.method === "GET" ? "Send request" : `Send ${wish.method} request`,
    ),
    answer,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(wish, fields, body?.value ?? null, answer);
  });
  place.append(element("h3", {}, "Try it"), form);
}

/** Asks this installation with the key that was typed, which stays in its field, and shows what it answers. */
async function send(
  { method, path, key: opens, parameters }: TryIt,
  fields: readonly HTMLInputElement[],
  body: string | null,
  answer: HTMLElement,
): Promise<void> {
  if (opens !== null && key?.value === "") return key.focus();
  const address = new URL(
    path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(fields.find((field) => field.name === name)?.value ?? ""),
    ),
    location.origin,
  );
  for (const [index, field] of fields.entries())
    if (parameters[index]?.in === "query" && field.value !== "")
      address.searchParams.set(field.name, field.value);
  answer.hidden = false;
  answer.textContent = "…";
  try {
    const response = await fetch(address, {
      method,
      headers: {
        ...(opens === null ? {} : { [opens.header]: opens.before + (key?.value.trim() ?? "") }),
        ...(body === null ? {} : { "Content-Type": "application/json" }),
      },
      body,
      credentials: "omit",
      cache: "no-store",
    });
    const text = await response.text();
    answer.textContent = `${response.status} ${response.statusText}\n${readable(text).slice(0, ANSWER_CHARACTERS_MAX)}`;
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
