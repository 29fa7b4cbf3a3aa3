import path from "node:path";
import { html } from "hono/html";
import { Marked, type RendererObject } from "marked";
import { DOCS_FILES, DOCS_PAGES } from "./documents.ts";

type Heading = { id: string; depth: number; text: string };
type RenderedDocument = { title: string; body: string; headings: Heading[] };

const TAG = /<[^>]+>/g;

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
