import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { html, raw } from "hono/html";
import { PROJECT_FOLDER } from "../runtime/wrangler-config.ts";
import type { ApiDocument } from "./api-document.ts";
import { apiPage } from "./api-page.ts";
import { API_PAGE, DOCS_FILES, DOCS_PAGES, type DocsPage } from "./documents.ts";
import { renderMarkdown } from "./markdown.ts";
import { docsPage, type Markup } from "./page.ts";

const OPENAPI_FILE = path.join(PROJECT_FOLDER, "functions", "public", "openapi.json");
const CONTENTS_HEADINGS_MIN = 3;

/** Writes `/docs` and every page below it as static files: `docs.html` beside the folder `docs`. */
export async function writeDocs(folder: string, styles: readonly string[]): Promise<void> {
  await mkdir(path.join(folder, "docs"), { recursive: true });
  const write = async (name: string, page: Promise<string>) =>
    writeFile(path.join(folder, `${name}.html`), await page);
  const api = JSON.parse(await readFile(OPENAPI_FILE, "utf8")) as ApiDocument;
  const { name, about, slug } = API_PAGE;
  await write("docs", docsPage({ title: "Documentation", slug: null, styles, ...index() }));
  await write(
    `docs/${slug}`,
    docsPage({ title: name, slug, description: about, styles, body: apiPage(api) }),
  );
  for (const page of DOCS_PAGES) await write(`docs/${page.slug}`, documentPage(page, styles));
  for (const file of DOCS_FILES) await cp(path.join(PROJECT_FOLDER, file), path.join(folder, file));
}

function index(): { description: string; body: Markup } {
  const description = "How to connect devices, what alerts a home gets, how to script it and how to run it.";
  const body = html`<h1 class="page-title">Documentation</h1>
<p class="lead">${description}</p>
<ul class="docs-index">${[...DOCS_PAGES.slice(0, 3), API_PAGE, ...DOCS_PAGES.slice(3)].map(
    ({ slug, name, about }) => html`<li><h2><a href="/docs/${slug}">${name}</a></h2><p>${about}</p></li>`,
  )}</ul>`;
  return { description, body };
}

async function documentPage({ slug, file, about }: DocsPage, styles: readonly string[]): Promise<string> {
  const source = await readFile(path.join(PROJECT_FOLDER, file), "utf8");
  const { title, body, headings } = renderMarkdown(source, file);
  const sections = headings.filter(({ depth }) => depth === 2);
  const contents = sections.length < CONTENTS_HEADINGS_MIN ? "" : contentsOf(sections);
  // The contents stand below the title.
  const [head = "", ...rest] = body.split("</h1>\n");
  const whole = html`${raw(`${head}</h1>\n`)}${contents}${raw(rest.join("</h1>\n"))}`;
  return docsPage({ title, slug, description: about, styles, body: html`<article>${whole}</article>` });
}

const contentsOf = (sections: { id: string; text: string }[]): Markup =>
  html`<ul class="docs-contents">${sections.map(
    ({ id, text }) => html`<li><a href="#${id}">${raw(text)}</a></li>`,
  )}</ul>`;
