type Chapter = { name: string; language: "en" | "es"; files: readonly string[] };

const chapter = (name: string, language: "en" | "es", pages: string): Chapter => ({
  name,
  language,
  files: pages.split(" ").map((page) => (page === "SECURITY" ? "SECURITY.md" : `docs/${page}.md`)),
});

/** The chapters of `/docs`, in their order. A link to a file that is not among them fails the build. */
export const CHAPTERS: readonly Chapter[] = [
  chapter(
    "For everybody",
    "en",
    "alerts-explained the-night family-page emergency-card evidence privacy plans",
  ),
  chapter("For makers", "en", "devices alerts notifications integrations api"),
  chapter("For operators", "en", "self-hosting deploy configuration operations budget scale"),
  chapter(
    "For developers",
    "en",
    "architecture decisions pages testing alert-decisions reliability security threat-model asvs SECURITY",
  ),
  chapter("Para todos", "es", "es/alertas es/la-noche es/pagina-familiar es/privacidad"),
];

export const DOCUMENTS: readonly string[] = CHAPTERS.flatMap(({ files }) => files);

/** The same page in the other language. */
export const TWINS: readonly [string, string][] = [
  ["alerts-explained", "es/alertas"],
  ["the-night", "es/la-noche"],
  ["family-page", "es/pagina-familiar"],
  ["privacy", "es/privacidad"],
];

/** The list of operations, made of the OpenAPI document, has the place that docs/api.md would have. */
export const API_PAGE = { slug: "api", title: "API reference", about: "Every operation of the API." };

const SLUGS: Record<string, string> = { "docs/api.md": "scripting", "SECURITY.md": "security-policy" };

export const slugOf = (file: string): string => SLUGS[file] ?? file.replace(/^docs\/|\.md$/g, "");

/** Files beside the documents that they link to: offered as they are. */
export const DOCS_FILES: readonly string[] = [
  "settings.env",
  "hearthwatch.service",
  "Containerfile",
  "Caddyfile",
  "compose.yaml",
  "home-assistant/hearthwatch/config.yaml",
].map((file) => `docs/self-hosting/${file}`);
