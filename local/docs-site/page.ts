import path from "node:path";
import { html, raw } from "hono/html";
import { Marked, type RendererObject } from "marked";
import icons from "../../functions/pages/components/icons.json" with { type: "json" };
import documents from "./documents.json" with { type: "json" };

/** In the order of the chapters of `/docs`. A link to any other file of the project fails the build. */
export const DOCUMENTS: readonly string[] = documents.chapters.flatMap(({ files }) => files);

export const slugOf = (file: string): string =>
  (documents.slugs as Record<string, string>)[file] ?? file.replace(/^docs\/|\.md$/g, "");

const TAG = /<[^>]+>/g;
const LEAD = /<p>([\s\S]*?)<\/p>/;

/** The result of hono's `html`: escaped text, or a promise of it. */
export type Markup = ReturnType<typeof html>;

export type Language = "en" | "es";

type Section = { id: string; depth: number; text: string };

/** A document as HTML. `about` is the text of its first paragraph. */
export type Rendered = { title: string; about: string; body: string; sections: Section[] };

type PageParts = {
  title: string;
  about: string;
  body: Markup;
  language: Language;
  /** The path of the same page in the other language. */
  twin: string | undefined;
  navigation: Markup;
  /** Paths of built files. The page is complete without its script. */
  styles: readonly string[];
  script: string;
};

const WORDS = {
  en: { skip: "Skip to the content", docs: "Documentation", status: "Status", other: "Español" },
  es: { skip: "Ir al contenido", docs: "Documentación", status: "Estado", other: "English" },
};

/** Renders a whole page of `/docs` in the service's own design. */
export async function docsPage(parts: PageParts): Promise<string> {
  const { language, twin } = parts;
  const words = WORDS[language];
  const other = language === "en" ? "es" : "en";
  const page = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${parts.about}">
<title>${parts.title} · Hearthwatch</title>
${parts.styles.map((style) => html`<link rel="stylesheet" href="${style}">`)}
<script type="module" src="${parts.script}"></script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header class="top">
<a class="brand" href="/"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${icons.hearth}"></path></svg>Hearthwatch</a>
<nav class="choices" aria-label="Hearthwatch"><a href="/docs/${language}">${words.docs}</a><a href="/status">${words.status}</a>${
    twin === undefined ? "" : html`<a href="${twin}" hreflang="${other}" lang="${other}">${words.other}</a>`
  }</nav>
</header>
<div class="docs">
<main id="content" tabindex="-1">
${parts.body}
</main>
${parts.navigation}
</div>
</body>
</html>
`;
  return String(page);
}

/** Renders a Markdown document: headings with ids, tables that scroll on their own, links between pages. */
export function renderMarkdown(source: string, file: string): Rendered {
  const sections: Section[] = [];
  const body = new Marked({ renderer: rendererOf(file, sections) }).parse(source, { async: false });
  const [title] = sections;
  if (title?.depth !== 1) throw new Error(`${file} does not begin with a heading of the first level.`);
  return { title: title.text, about: plain(LEAD.exec(body)?.[1] ?? ""), body, sections };
}

/** Returns plain text for an attribute or the search, both of which escape it again. */
export const plain = (markup: string): string =>
  markup
    .replace(TAG, "")
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => ENTITIES[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

const rendererOf = (file: string, sections: Section[]): RendererObject => ({
  heading({ tokens, depth }) {
    const inner = this.parser.parseInline(tokens);
    const section = { id: freeId(anchorOf(inner), sections), depth, text: plain(inner) };
    sections.push(section);
    return `<h${depth} id="${section.id}">${inner}</h${depth}>\n`;
  },
  table({ header, rows }) {
    const cells = (row: typeof header, tag: string) =>
      `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
    const table = `<table><thead>${cells(header, "th")}</thead><tbody>${rows.map((row) => cells(row, "td")).join("")}</tbody></table>`;
    return String(
      scrolling(`Table ${sections.at(-1)?.text ?? ""}`, raw(table.replaceAll("<th></th>", "<td></td>"))),
    );
  },
  link({ href, tokens }) {
    const inner = this.parser.parseInline(tokens);
    // Mail addresses in the documents are examples, so they aren't linked.
    return href.startsWith("mailto:") ? inner : `<a href="${html`${targetOf(href, file)}`}">${inner}</a>`;
  },
  html: ({ text }) => String(html`${text}`),
});

/** Puts a wide table into a scrolling frame that the keyboard can reach. */
export const scrolling = (label: string, table: Markup): Markup =>
  html`<div class="scrolls" tabindex="0" role="group" aria-label="${label}">${table}</div>\n`;

/** Returns an anchor as GitHub does, so that a link into a document works in both places. */
const anchorOf = (inner: string): string =>
  inner
    .replace(TAG, "")
    .replace(/&[a-z#0-9]+;/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-") || "section";

function freeId(anchor: string, sections: Section[], count = 0): string {
  const id = count === 0 ? anchor : `${anchor}-${count}`;
  return sections.some((section) => section.id === id) ? freeId(anchor, sections, count + 1) : id;
}

/** Returns a link's target on the site. External addresses and anchors on the same page stay as they are. */
function targetOf(href: string, file: string): string {
  if (/^([a-z]+:|#|\/)/i.test(href)) return href;
  const [target = "", fragment] = href.split("#");
  const wanted = path.posix.join(path.posix.dirname(file), target);
  if (DOCUMENTS.includes(wanted))
    return `/docs/${slugOf(wanted)}${fragment === undefined ? "" : `#${fragment}`}`;
  if (documents.files.includes(wanted)) return `/${wanted}`;
  throw new Error(`${file} links to ${href}, which is no page of the site.`);
}
