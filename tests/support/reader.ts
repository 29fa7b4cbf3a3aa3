import { pagesApp } from "../../functions/pages/app.ts";
import type { TestMember } from "./cast.ts";
import type { House } from "./house.ts";

const BROWSER = { "Sec-Fetch-Site": "same-origin", "CF-Connecting-IP": "203.0.113.7" };

/** Somebody with a browser, signed in: sees a page, sends a form. */
export async function readerOf(house: House, member: TestMember, language = "en") {
  const app = pagesApp(house.ports);
  const headers = { ...BROWSER, "Accept-Language": language, Cookie: await house.as(member) };
  const see = async (path: string) => {
    const answer = await app.request(path, { headers });
    return { status: answer.status, html: await answer.text() };
  };
  const send = async (path: string, fields: Record<string, string> = {}) => {
    const answer = await app.request(path, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
    return { status: answer.status, location: answer.headers.get("Location"), html: await answer.text() };
  };
  return { see, send };
}
export type Reader = Awaited<ReturnType<typeof readerOf>>;
