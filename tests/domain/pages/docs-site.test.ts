import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import documents from "../../../local/docs-site/documents.json" with { type: "json" };
import { DOCUMENTS, renderMarkdown, slugOf } from "../../../local/docs-site/page.ts";
import { buildSite, SITE_FOLDER } from "../../../local/site/build-site.ts";

await buildSite();
const read = (file: string): string => readFileSync(path.join(SITE_FOLDER, file), "utf8");
const PAGES = [
  "docs/en",
  "docs/es",
  ...[documents.apiPage.slug, ...DOCUMENTS.map(slugOf)].map((slug) => `docs/${slug}`),
];
const idsOf = (page: string): string[] => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

/** Paths that a function answers. */
const ELSEWHERE = new Set(["/", "/status", "/api/openapi.json"]);

describe("the documentation", () => {
  test.each(PAGES)("%s has links that all lead somewhere, and no id twice", (name) => {
    const page = read(`${name}.html`);
    const ids = idsOf(page);
    expect(ids.length).toBe(new Set(ids).size);
    const hrefs = [...page.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, href = ""]) => href);
    const broken = hrefs.filter((href) => !leadsSomewhere(href, page));
    expect(broken).toEqual([]);
  });

  test("lists every operation and every event of the OpenAPI document once, and finds each", () => {
    const api = JSON.parse(readFileSync("dist/openapi.json", "utf8"));
    const idsIn = (paths: object): string[] =>
      Object.values(paths).flatMap((methods: Record<string, { operationId: string }>) =>
        Object.values(methods).map(({ operationId }) => operationId),
      );
    const ids = idsOf(read("docs/api.html"));
    expect([...idsIn(api.paths), ...idsIn(api.webhooks)].filter((id) => !ids.includes(id))).toEqual([]);
    const found = JSON.parse(read("docs/search.json")).map(([address]: [string]) => address);
    expect(idsIn(api.paths).filter((id) => !found.includes(`/docs/api#${id}`))).toEqual([]);
  });

  test("has entries in its search that all lead somewhere", () => {
    const entries: [string, string, string, string][] = JSON.parse(read("docs/search.json"));
    expect(entries.filter(([address]) => !leadsSomewhere(address, ""))).toEqual([]);
    expect(new Set(entries.map(([address]) => address.replace(/#.*/, ""))).size).toBe(DOCUMENTS.length + 1);
  });

  test("has nothing inline and nothing from elsewhere, and one script", () => {
    for (const name of PAGES) {
      const page = read(`${name}.html`);
      expect(page).not.toMatch(/<script(?! type="module" src="\/assets\/docs-)|<style| style="| src="http/);
      expect([name, page.split("<script").length]).toEqual([name, 2]);
    }
  });

  test("leads from each page for people to the same one in the other language, and back", () => {
    for (const [english, spanish] of Object.entries(documents.twins)) {
      expect(read(`docs/${english}.html`)).toContain(`href="/docs/${spanish}" hreflang="es"`);
      expect(read(`docs/${spanish}.html`)).toContain(`href="/docs/${english}" hreflang="en"`);
    }
  });

  test("says what a function would say of its pages", () => {
    const rules = read("_headers");
    for (const place of ["/docs", "/docs/*"])
      expect(rules).toContain(`\n${place}\n  Content-Security-Policy: default-src 'none'; script-src 'self'`);
  });
});

function leadsSomewhere(href: string, page: string): boolean {
  if (/^https:/.test(href)) return true;
  const { pathname, hash } = new URL(href, "https://site.example");
  if (href.startsWith("#")) return idsOf(page).includes(href.slice(1));
  if (ELSEWHERE.has(pathname)) return true;
  const file = [pathname, `${pathname}.html`].find((each) => each !== "/" && isFile(each));
  return file !== undefined && (hash === "" || idsOf(read(file)).includes(decodeURIComponent(hash.slice(1))));
}

const isFile = (file: string): boolean =>
  /\.\w+$|(Container|Caddy)file$/.test(file) && existsSync(SITE_FOLDER + file);

describe("Markdown", () => {
  const render = (source: string) => renderMarkdown(`# A\n\n${source}`, "docs/devices.md").body;

  test("gives headings the ids that links to them use, also where two are alike", () => {
    expect(render("## What's `new`?\n\n## Whats new")).toMatch(
      /<h2 id="whats-new">[\s\S]*<h2 id="whats-new-1">/,
    );
  });

  test("puts a table into a frame that scrolls", () => {
    expect(render("| a | b |\n| - | - |\n| 1 | 2 |")).toContain('<div class="scrolls" tabindex="0"');
  });

  test("leads from document to document by their pages", () => {
    expect(render("[a](alerts.md#pipes)")).toContain('<a href="/docs/alerts#pipes">a</a>');
    expect(render("[b](../SECURITY.md)")).toContain('<a href="/docs/security-policy">b</a>');
  });

  test("refuses a link to what is no page of the site", () => {
    expect(() => render("[a](budgets.md)")).toThrow("docs/devices.md links to budgets.md");
  });

  test("shows HTML as it is written", () => {
    expect(render("a <img src=x> b")).toContain("a &lt;img src=x&gt; b");
  });
});
