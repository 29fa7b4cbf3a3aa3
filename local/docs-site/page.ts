import { html, raw } from "hono/html";
import { API_PAGE, DOCS_PAGES } from "./documents.ts";

/** What `html` of hono makes: text that is escaped already, at once or in a moment. */
export type Markup = ReturnType<typeof html>;

type PageParts = {
  title: string;
  /** The page's place in the list of pages; null for the index. */
  slug: string | null;
  description: string;
  /** Paths of the built style sheets. */
  styles: readonly string[];
  body: Markup;
};

const NAVIGATION = [{ slug: API_PAGE.slug, name: API_PAGE.name }, ...DOCS_PAGES] as const;

/** A whole page of `/docs`: the service's own look, no script. */
export async function docsPage({ title, slug, description, styles, body }: PageParts): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title} · Hearthwatch</title>
${styles.map((style) => html`<link rel="stylesheet" href="${style}">`)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/?about">${HEARTH}Hearthwatch</a>
<nav class="choices far" aria-label="Service"><a href="/docs"${current(slug === null)}>Documentation</a><a href="/status">Status</a></nav>
</header>
<div class="docs">
<main id="content" tabindex="-1">
${body}
</main>
${navigation(slug)}
</div>
</body>
</html>
`;
  return String(page);
}

const navigation = (slug: string | null): Markup => html`<nav class="docs-pages" aria-label="Documentation">
<ul>${NAVIGATION.map(
  (page) => html`<li><a href="/docs/${page.slug}"${current(page.slug === slug)}>${page.name}</a></li>`,
)}</ul>
</nav>`;

const current = (isCurrent: boolean) => raw(isCurrent ? ' aria-current="page"' : "");

const HEARTH = raw('<img class="icon" src="/favicon.svg" width="24" height="24" alt="">');
