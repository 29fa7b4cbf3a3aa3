import { html, raw } from "hono/html";
import { API_PAGE, DOCS_PAGES, type DocsPage } from "./documents.ts";

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

const HEARTH = raw('<img class="icon" src="/favicon.svg" width="24" height="24" alt="">');
