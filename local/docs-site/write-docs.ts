import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { html, raw } from "hono/html";
import { PROJECT_FOLDER } from "../start/project-folder.ts";
import type { ApiDocument } from "./api-document.ts";
import { apiPage } from "./api-page.ts";
import { API_PAGE, DOCS_FILES, DOCS_PAGES, type DocsPage } from "./documents.ts";
import { docsPage, type Markup, renderMarkdown } from "./page.ts";

const OPENAPI_FILE = path.join(PROJECT_FOLDER, "dist", "openapi.json");
const CONTENTS_HEADINGS_MIN = 3;

/** Writes `/docs` and every page below it as static files: `docs.html` beside the folder `docs`. */
export async function writeDocs(folder: string, styles: readonly string[], apiScript: string): Promise<void> {
  await mkdir(path.join(folder, "docs", "es"), { recursive: true });
  const write = async (name: string, page: Promise<string>) =>
    writeFile(path.join(folder, `${name}.html`), await page);
  const api = JSON.parse(await readFile(OPENAPI_FILE, "utf8")) as ApiDocument;
  const { name, about, slug } = API_PAGE;
  await write("docs", docsPage({ title: "Documentation", slug: null, styles, twin: "/docs/es", ...index() }));
  await write(
    "docs/es",
    docsPage({
      title: "Documentación",
      slug: null,
      styles,
      language: "es",
      twin: "/docs",
      ...spanishIndex(),
    }),
  );
  await write(
    `docs/${slug}`,
    docsPage({ title: name, slug, description: about, styles, scripts: [apiScript], body: apiPage(api) }),
  );
  for (const page of DOCS_PAGES) await write(`docs/${page.slug}`, documentPage(page, styles));
  for (const file of DOCS_FILES) await cp(path.join(PROJECT_FOLDER, file), path.join(folder, file));
}

function index(): { description: string; body: Markup } {
  const description = "How to connect devices, what alerts a home gets, how to script it and how to run it.";
  const english = DOCS_PAGES.filter(({ language }) => language === undefined);
  const body = html`<h1 class="page-title">Documentation</h1>
<p class="lead">${description}</p>
<ul class="docs-index">${[...english.slice(0, 3), API_PAGE, ...english.slice(3)].map(listed)}</ul>`;
  return { description, body };
}

/** For people rather than makers: what they read of their home, and of what is kept about them. */
function spanishIndex(): { description: string; body: Markup } {
  const description = "Qué significan los mensajes, qué ocurre de noche, qué ve la familia y qué se guarda.";
  const body = html`<h1 class="page-title">Documentación</h1>
<p class="lead">${description}</p>
<ul class="docs-index">${DOCS_PAGES.filter(({ language }) => language === "es").map(listed)}</ul>
<p>La documentación técnica está en inglés: <a href="/docs" hreflang="en" lang="en">Documentation</a>.</p>`;
  return { description, body };
}

const listed = ({ slug, name, about }: Pick<DocsPage, "slug" | "name" | "about">): Markup =>
  html`<li><h2><a href="/docs/${slug}">${name}</a></h2><p>${about}</p></li>`;

async function documentPage(
  { slug, file, about, language, twin }: DocsPage,
  styles: readonly string[],
): Promise<string> {
  const source = await readFile(path.join(PROJECT_FOLDER, file), "utf8");
  const { title, body, headings } = renderMarkdown(source, file);
  const sections = headings.filter(({ depth }) => depth === 2);
  const contents = sections.length < CONTENTS_HEADINGS_MIN ? "" : contentsOf(sections);
  // The contents stand below the title.
  const [head = "", ...rest] = body.split("</h1>\n");
  const whole = html`${raw(`${head}</h1>\n`)}${contents}${raw(rest.join("</h1>\n"))}`;
  return docsPage({
    title,
    slug,
    description: about,
    styles,
    language: language ?? "en",
    twin: twin === undefined ? null : `/docs/${twin}`,
    body: html`<article>${whole}</article>`,
  });
}

const contentsOf = (sections: { id: string; text: string }[]): Markup =>
  html`<ul class="docs-contents">${sections.map(
    ({ id, text }) => html`<li><a href="#${id}">${raw(text)}</a></li>`,
  )}</ul>`;
