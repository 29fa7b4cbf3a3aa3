import type { Context } from "hono";
import type { Child } from "hono/jsx";
import { holdsAlready, weakETag } from "../_http/body.ts";
import { ReaderScope } from "./components/teller-scope.ts";
import type { Teller } from "./format/teller.ts";
import { signedIn } from "./reader.ts";

const AGES = /(<time[^>]* data-ago[^>]*>)[^<]*/g;

/** Part of a page that the browser asks for again and again: 304 while nothing has changed but the clock. */
export async function liveHtml(c: Context, teller: Teller, part: Child): Promise<Response> {
  const scope = { teller, member: signedIn(c).member };
  const html = String(<ReaderScope value={scope}>{part}</ReaderScope>);
  const etag = await weakETag(html.replace(AGES, "$1"));
  c.header("ETag", etag);
  // The page itself remembers what it has; no cache on the way or in the browser does.
  c.header("Cache-Control", "no-store");
  return holdsAlready(c, etag) ? c.body(null, 304) : c.html(html);
}
