import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { html, raw } from "hono/html";
import { PROJECT_FOLDER } from "../start/project.ts";
import { type ApiDocument, apiPage, listedOf } from "./api-page.ts";
import documents from "./documents.json" with { type: "json" };
import {
  DOCUMENTS,
  docsPage,
  type Language,
  type Markup,
  plain,
  type Rendered,
  renderMarkdown,
  slugOf,
} from "./page.ts";

const OPENAPI_FILE = path.join(PROJECT_FOLDER, "dist", "openapi.json");
const CONTENTS_SECTIONS_MIN = 3;
/** A heading with the content up to the next one. */
const SECTION = /<h[12] id="([^"]+)"[^>]*>(.*?)<\/h[12]>\n?([\s\S]*?)(?=<h[12] id=|$)/g;

type Listed = { slug: string; title: string; about: string };
type Page = Listed & { body: Markup; language: Language; twin?: string };
type Chapters = { name: string; pages: Listed[] }[];

/** An entry of the docs' search: `[address, page, heading, text]`. */
export type SearchEntry = [string, string, string, string];

/** Writes the pages of `/docs` as static files. `/docs` itself leads to the index in the reader's language. */
export async function writeDocs(folder: string, styles: readonly string[], script: string): Promise<void> {
  await mkdir(path.join(folder, "docs", "es"), { recursive: true });
  const api: ApiDocument = JSON.parse(await readFile(OPENAPI_FILE, "utf8"));
  const rendered = new Map<string, Rendered>();
  for (const file of DOCUMENTS)
    rendered.set(slugOf(file), renderMarkdown(await readFile(path.join(PROJECT_FOLDER, file), "utf8"), file));
  const listed = (language: Language) =>
    documents.chapters
      .filter((chapter) => chapter.language === language)
      .map(({ name, files }) => ({
        name,
        pages: files.flatMap((file): Listed[] => {
          const page = { slug: slugOf(file), title: "", about: "", ...rendered.get(slugOf(file)) };
          return file === "docs/api.md" ? [page, documents.apiPage] : [page];
        }),
      }));
  const chapters = { en: listed("en"), es: listed("es") };
  const index = (title: string, language: Language, more: Markup): Page => ({
    slug: "",
    title,
    about: title,
    language,
    twin: language === "en" ? "/docs/es" : "/docs/en",
    body: html`<h1>${title}</h1>${chapters[language].map(
      ({ name, pages }) =>
        html`<h2>${name}</h2><ul class="docs-list">${pages.map(({ slug, title: head, about }) => html`<li><h3><a href="/docs/${slug}">${head}</a></h3><p>${about}</p></li>`)}</ul>`,
    )}${more}`,
  });
  const write = async (name: string, page: Page) => {
    const twin = page.twin ?? twinOf(page.slug);
    const navigation = navigationOf(chapters[page.language], page);
    const file = path.join(folder, `${name}.html`);
    await writeFile(file, await docsPage({ ...page, twin, navigation, styles, script }));
  };
  await write("docs/en", index("Documentation", "en", html``));
  const technical = html`<p>La documentación técnica está en inglés: <a href="/docs/en" hreflang="en" lang="en">Documentation</a>.</p>`;
  await write("docs/es", index("Documentación", "es", technical));
  await write(`docs/${documents.apiPage.slug}`, { ...documents.apiPage, body: apiPage(api), language: "en" });
  for (const [slug, document] of rendered)
    await write(`docs/${slug}`, { ...document, slug, body: articleOf(document), language: languageOf(slug) });
  await writeFile(path.join(folder, "docs", "search.json"), JSON.stringify(searchEntries(rendered, api)));
  for (const file of documents.files) await cp(path.join(PROJECT_FOLDER, file), path.join(folder, file));
}

const languageOf = (slug: string): Language => (slug.startsWith("es/") ? "es" : "en");

function twinOf(slug: string): string | undefined {
  const pair = Object.entries(documents.twins).find((each) => each.includes(slug));
  return pair && `/docs/${pair[0] === slug ? pair[1] : pair[0]}`;
}

const navigationOf = (
  chapters: Chapters,
  { slug: own, language }: Page,
): Markup => html`<nav class="docs-pages" aria-label="${language === "en" ? "Pages" : "Páginas"}">
<p class="field scripted"><label for="docs-search">${language === "en" ? "Search" : "Buscar"}</label><input id="docs-search" type="search" autocomplete="off"></p>
<div role="status"><ul id="docs-found"></ul></div>
${chapters.map(
  ({ name, pages }) =>
    html`<h2>${name}</h2><ul>${pages.map(
      ({ slug, title }) =>
        html`<li><a href="/docs/${slug}"${raw(slug === own ? ' aria-current="page"' : "")}>${title}</a></li>`,
    )}</ul>`,
)}</nav>`;

/** Puts the contents below the title. */
function articleOf({ body, sections }: Rendered): Markup {
  const [head = "", ...rest] = body.split("</h1>\n");
  const own = sections.filter(({ depth }) => depth === 2);
  const contents =
    own.length < CONTENTS_SECTIONS_MIN
      ? ""
      : html`<ul class="docs-list">${own.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`;
  return html`<article>${raw(`${head}</h1>\n`)}${contents}${raw(rest.join("</h1>\n"))}</article>`;
}

function searchEntries(rendered: ReadonlyMap<string, Rendered>, api: ApiDocument): SearchEntry[] {
  const sections = [...rendered].flatMap(([slug, { title, body }]) =>
    [...body.matchAll(SECTION)].map(
      ([, id = "", head = "", text = ""]): SearchEntry => [
        `/docs/${slug}#${id}`,
        title,
        plain(head),
        plain(text),
      ],
    ),
  );
  const operations = listedOf(api.paths).map(
    ({ method, path: place, operation: { operationId, summary, description } }): SearchEntry => [
      `/docs/${documents.apiPage.slug}#${operationId}`,
      documents.apiPage.title,
      summary,
      `${method} ${place} ${operationId} ${description}`,
    ],
  );
  return [...sections, ...operations];
}
