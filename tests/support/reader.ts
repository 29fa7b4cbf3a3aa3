import { pagesApp } from "../../functions/pages/app.ts";
import type { TestMember } from "./fixtures.ts";
import type { House } from "./house.ts";

const BROWSER = { "Sec-Fetch-Site": "same-origin", "CF-Connecting-IP": "203.0.113.7" };

/** Opens a signed-in person's browser, which shows pages and sends forms. */
export async function readerOf(house: House, member: TestMember, language = "en") {
  return browserOf(pagesApp(house.services), { language, cookie: await house.as(member) });
}

type App = ReturnType<typeof pagesApp>;

/** A browser that keeps cookies, and follows a form's redirect to the next page. */
export function browserOf(app: App, { language = "en", cookie = "" } = {}) {
  const jar = new Map<string, string>();
  keep(jar, cookie.split("; "));
  const ask = async (path: string, init: RequestInit = {}, more: Record<string, string> = {}) => {
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...BROWSER, "Accept-Language": language, Cookie: cookies, ...more };
    const answer = await app.request(path, { ...init, headers });
    keep(jar, answer.headers.getSetCookie());
    return answer;
  };
  const see = async (path: string, more: Record<string, string> = {}) => {
    const answer = await ask(path, {}, more);
    const { status, headers } = answer;
    const html = await answer.text();
    return { status, location: headers.get("Location"), headers, html, text: wordsOf(html) };
  };
  /** `html` is the page that the answer leads to. */
  const send = async (
    path: string,
    fields: Record<string, string> = {},
    more: Record<string, string> = {},
  ) => {
    const body = new URLSearchParams(fields).toString();
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await ask(path, { method: "POST", body }, { ...type, ...more });
    const location = answer.headers.get("Location");
    const { status } = answer;
    if (location === null) return { status, location, html: await answer.text() };
    return { status, location, html: (await see(location)).html };
  };
  return { see, send, jar };
}

/** Returns a page's words without markup. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ");

/** Stores cookies as a browser does, and removes expired ones. */
function keep(jar: Map<string, string>, cookies: readonly string[]): void {
  for (const cookie of cookies) {
    const [pair = ""] = cookie.split(";");
    const name = pair.slice(0, pair.indexOf("="));
    if (/max-age=0/i.test(cookie)) jar.delete(name);
    else if (name !== "") jar.set(name, pair.slice(name.length + 1));
  }
}

export type Reader = Awaited<ReturnType<typeof readerOf>>;
