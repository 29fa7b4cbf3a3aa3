import type { Context } from "hono";
import type { Child } from "hono/jsx";
import { unlessHeld } from "../_http/body.ts";

const CLOCK = /(<time[^>]* data-ago[^>]*>)[^<]*|(<body data-at=")[^"]*/g;

/** A page that asks for itself again and again while it is open: 304 while nothing has changed but the clock. */
export async function liveHtml(c: Context, page: Child): Promise<Response> {
  const html = String(page);
  return await unlessHeld(c, html.replace(CLOCK, "$1$2"), () => c.html(html));
}

/** True where an open page asks again, of which its browser takes the live part alone. */
export const isAskedAgain = (c: Context): boolean => c.req.header("Sec-Fetch-Dest") === "empty";
