import path from "node:path";
import { html, raw } from "hono/html";
import { Marked, type RendererObject } from "marked";
import { API_PAGE, DOCS_FILES, DOCS_PAGES, type DocsPage } from "./documents.ts";

const HEARTH = raw('<img class="icon" src="/favicon.svg" width="24" height="24" alt="">');

const TAG = /<[^>]+>/g;

/** What `html` of hono makes: text that is escaped already, at once or in a moment. */
export type Markup = ReturnType<typeof html>;

type PageParts = {
  title: string;
  /** The page's place in the list of pages; null for the index. */
  slug: string | null;
  description: string;
  /** Paths of the built style sheets. */
  styles: readonly string[];
  /** Paths of built modules; the page is complete without them. */
  scripts?: readonly string[];
  language?: DocsLanguage;
  /** The path of the same page in the other language; null where there is none. */
  twin?: string | null;
  body: Markup;
};

type DocsLanguage = "en" | "es";

/** What stands around a document, in its language; `other` is the other language's own name. */
const AROUND = {
  en: {
    skip: "Skip to the content",
    docs: "Documentation",
    status: "Status",
    service: "Service",
    other: "Español",
    root: "/docs",
  },
  es: {
    skip: "Ir al contenido",
    docs: "Documentación",
    status: "Estado",
    service: "Servicio",
    other: "English",
    root: "/docs/es",
  },
} as const;

const NAVIGATION: Record<DocsLanguage, readonly Pick<DocsPage, "slug" | "name">[]> = {
  en: [API_PAGE, ...DOCS_PAGES.filter(({ language }) => language === undefined)],
  es: DOCS_PAGES.filter(({ language }) => language === "es"),
};

/** A whole page of `/docs`: the service's own look, readable without a script. */
export async function docsPage({
  title,
  slug,
  description,
  styles,
  scripts = [],
  language = "en",
  twin = null,
  body,
}: PageParts): Promise<string> {
  const around = AROUND[language];
  const other = language === "en" ? "es" : "en";
  const page = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title} · Hearthwatch</title>
${styles.map((style) => html`<link rel="stylesheet" href="${style}">`)}
${scripts.map((script) => html`<script type="module" src="${script}"></script>`)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
</head>
<body>
<a class="skip" href="#content">${around.skip}</a>
<header class="top">
<a class="brand" href="/?about">${HEARTH}Hearthwatch</a>
<nav class="choices far" aria-label="${around.service}"><a href="${around.root}"${current(slug === null)}>${around.docs}</a><a href="/status">${around.status}</a>${twin === null ? "" : html`<a href="${twin}" hreflang="${other}" lang="${other}">${around.other}</a>`}</nav>
</header>
<div class="docs">
<main id="content" tabindex="-1">
${body}
</main>
${navigation(slug, language)}
</div>
</body>
</html>
`;
  return String(page);
}

const navigation = (
  slug: string | null,
  language: DocsLanguage,
): Markup => html`<nav class="docs-pages" aria-label="${AROUND[language].docs}">
<ul>${NAVIGATION[language].map(
  (page) => html`<li><a href="/docs/${page.slug}"${current(page.slug === slug)}>${page.name}</a></li>`,
)}</ul>
</nav>`;

const current = (isCurrent: boolean) => raw(isCurrent ? ' aria-current="page"' : "");

type Heading = { id: string; depth: number; text: string };

type RenderedDocument = { title: string; body: string; headings: Heading[] };

/** A Markdown document as HTML: headings with ids, tables that scroll by themselves, links to pages. */
export function renderMarkdown(source: string, file: string): RenderedDocument {
  const headings: Heading[] = [];
  const body = new Marked({ renderer: rendererOf(file, headings) }).parse(source, { async: false });
  const [title] = headings;
  if (title?.depth !== 1) throw new Error(`${file} does not begin with a heading of the first level.`);
  return { title: title.text, body, headings };
}

const rendererOf = (file: string, headings: Heading[]): RendererObject => ({
  heading({ tokens, depth }) {
    const inner = this.parser.parseInline(tokens);
    const heading = { id: freeId(slugOf(inner), headings), depth, text: inner.replace(TAG, "") };
    headings.push(heading);
    const name = depth === 1 ? ' class="page-title"' : "";
    return `<h${depth} id="${heading.id}"${name}>${inner}</h${depth}>\n`;
  },
  table(token) {
    const cells = (row: typeof token.header) => row.map((cell) => this.parser.parseInline(cell.tokens));
    const head = cells(token.header).map((cell) =>
      cell === "" ? "<td></td>" : `<th scope="col">${cell}</th>`,
    );
    const rows = token.rows.map(
      (row) =>
        `<tr>${cells(row)
          .map((cell) => `<td>${cell}</td>`)
          .join("")}</tr>`,
    );
    const label = `Table ${headings.at(-1)?.text ?? ""}`.replaceAll('"', "&quot;");
    return scrolling(
      label,
      `<table><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`,
    );
  },
  link({ href, tokens }) {
    const inner = this.parser.parseInline(tokens);
    // Addresses of mail in the documents are examples.
    if (href.startsWith("mailto:")) return inner;
    return `<a href="${escaped(targetOf(href, file))}">${inner}</a>`;
  },
  html({ text }) {
    return escaped(text);
  },
});

/** A wide table moves inside its frame, which the keyboard can reach. */
const scrolling = (label: string, table: string): string =>
  `<div class="scrolls" tabindex="0" role="group" aria-label="${label}">${table}</div>\n`;

/** Anchors as GitHub makes them, so that a link into a document works in both places. */
const slugOf = (inner: string): string =>
  inner
    .replace(TAG, "")
    .replace(/&[a-z#0-9]+;/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-") || "section";

function freeId(slug: string, headings: Heading[]): string {
  const taken = new Set(headings.map(({ id }) => id));
  for (let count = 0; ; count += 1) {
    const id = count === 0 ? slug : `${slug}-${count}`;
    if (!taken.has(id)) return id;
  }
}

/**
 * The target of a file's link on the site. An address outside it, or a place on the same page, stays as it
 * is.
 */
function targetOf(href: string, file: string): string {
  if (/^([a-z]+:|#|\/)/i.test(href)) return href;
  const [target = "", fragment] = href.split("#");
  const wanted = path.posix.join(path.posix.dirname(file), target);
  const page = DOCS_PAGES.find((each) => each.file === wanted);
  if (page !== undefined) return `/docs/${page.slug}${fragment === undefined ? "" : `#${fragment}`}`;
  if (DOCS_FILES.includes(wanted)) return `/${wanted}`;
  throw new Error(`${file} links to ${href}, which is no page of the site.`);
}

const escaped = (text: string): string => String(html`${text}`);
