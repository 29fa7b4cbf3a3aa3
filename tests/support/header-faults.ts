import { PROBLEMS } from "../../schema/problems.ts";

/** Pages with a form for us have `same-origin`: with `no-referrer` a browser would send `Origin: null`. */
const REFERRER_POLICIES = ["no-referrer", "same-origin"];

const FORBIDDEN = ["Access-Control-Allow-Credentials", "Server", "X-Powered-By"];

/** Returns all differences between a response's headers and the contract, for any route and status. */
export async function headerFaults(answer: Response, isAuthenticated: boolean): Promise<string[]> {
  const { headers, status } = answer;
  const has = (name: string, pattern: RegExp) => pattern.test(headers.get(name) ?? "");
  const text = await answer.clone().text();
  const checks: [string, boolean][] = [
    [
      "no Strict-Transport-Security",
      has("Strict-Transport-Security", /^max-age=31536000; includeSubDomains$/),
    ],
    ["no nosniff", has("X-Content-Type-Options", /^nosniff$/)],
    ["no Referrer-Policy", REFERRER_POLICIES.includes(headers.get("Referrer-Policy") ?? "")],
    ["may be framed", has("Content-Security-Policy", /(^|; )frame-ancestors 'none'$/)],
    ["a base of its own", has("Content-Security-Policy", /; base-uri 'none'(;|$)/)],
    ["a form that leads elsewhere", has("Content-Security-Policy", /; form-action '(self|none)'(;|$)/)],
    ["no default-src 'none'", has("Content-Security-Policy", /^default-src 'none'(;|$)/)],
    ["no X-Request-Id", has("X-Request-Id", /^[\w-]{8,64}$/)],
    ["Content-Type is not the body's", isTypeOf(headers.get("Content-Type"), text, status)],
    ["an error of another shape", status < 400 || text === "" || isError(headers.get("Content-Type"), text)],
    [
      "no X-Error-Code",
      status < 400 ||
        text === "" ||
        isPage(headers) ||
        Object.hasOwn(PROBLEMS, headers.get("X-Error-Code") ?? ""),
    ],
    ["could be cached", !(isAuthenticated || status >= 400) || has("Cache-Control", /^no-store$/)],
    ["any page may read it", !isAuthenticated || !headers.has("Access-Control-Allow-Origin")],
    ...FORBIDDEN.map((name): [string, boolean] => [`has ${name}`, !headers.has(name)]),
  ];
  return checks.filter(([, isGood]) => !isGood).map(([fault]) => `${fault} (${status})`);
}

function isTypeOf(type: string | null, text: string, status: number): boolean {
  if (text === "") return type === null || status === 200;
  if (/^application\/json$/.test(type ?? "")) return isJson(text);
  if (/^text\/html; charset=UTF-8$/i.test(type ?? "")) return text.startsWith("<!doctype html>");
  if (type === "image/png") return text.startsWith("\ufffdPNG");
  if (type === "application/zip") return text.startsWith("PK");
  if (/^application\/atom\+xml; charset=utf-8$/.test(type ?? "")) return text.startsWith("<?xml");
  return /^text\/(plain|csv);.*charset=utf-8/i.test(type ?? "");
}

const isPage = (headers: Headers): boolean => headers.get("Content-Type")?.startsWith("text/html") ?? false;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // An invalid URL isn't one.
    return false;
  }
}

function isError(type: string | null, text: string): boolean {
  if (type?.startsWith("text/html")) return true;
  if (!isJson(text)) return false;
  const body = JSON.parse(text) as Record<string, unknown>;
  return Object.keys(body).join() === "error" && typeof body.error === "string" && body.error.length > 5;
}
