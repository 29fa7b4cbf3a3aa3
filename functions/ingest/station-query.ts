import { getPathNoStrict } from "hono/utils/url";

/** Consoles of Ambient Weather put `&` where the query begins. */
const isStations = ({ method, url }: Request): boolean =>
  method === "GET" && !url.includes("?") && url.includes("&");

/** The path that a request is routed by; a slash at its end says nothing. */
export function pathOf(request: Request): string {
  // "https://home.example/" and "/api/ingest/…" are often joined with both slashes.
  const path = getPathNoStrict(request).replace(/^\/+/, "/");
  return isStations(request) ? path.replace(/\/?&.*$/s, "") : path;
}

/** What stands behind a request's path, without the sign between them; empty where there is nothing. */
export function queryOf(request: Request): string {
  const { url } = request;
  const at = url.indexOf(isStations(request) ? "&" : "?");
  return at < 0 ? "" : url.slice(at + 1);
}
