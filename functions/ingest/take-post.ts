import type { Context } from "hono";
import { getPathNoStrict } from "hono/utils/url";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import { LIMITS } from "../../schema/limits.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { presentedHash } from "../_http/rate-limit.ts";
import { refusal, wrongMethod } from "../_http/reply.ts";
import { type IngestServices, overPostLimit, type Sent, takeReadings } from "../_http/take-readings.ts";

/** Judges in the contract's order: what costs least to find out is found out first. */
export async function takePost(
  c: Context,
  services: IngestServices,
  ingestKey: string,
  door: Pick<Sent, "said" | "unwrap"> = {},
): Promise<Response> {
  c.header("Cache-Control", "no-store");
  if (Number(c.req.header("Content-Length")) > LIMITS.ingestBodyBytesMax)
    return refusal(c, { name: "body_too_large" });
  if (!isWellFormedSecret(SECRET_TYPES.ingestKey, ingestKey)) return refusal(c, { name: "bad_device_key" });
  const keyHash = await presentedHash(c, ingestKey);
  if (isLook(c)) return (await overPostLimit(c, services, keyHash)) ?? wrongMethod(["POST"])(c);
  const isExplained = new URLSearchParams(queryOf(c.req.raw)).get("explain") === "1";
  const sent = c.req.method === "GET" ? ({ read: sentInQuery, said: "form" } as const) : {};
  return takeReadings(c, services, keyHash, { ...door, ...sent, isExplained });
}

/** A look at the address, with nothing in its query, sends no reading and changes nothing. */
const isLook = ({ req }: Context): boolean =>
  req.method === "HEAD" || (req.method === "GET" && queryOf(req.raw) === "");

/** Our own question, and what chats, mails and shops append to every link: nobody measured it. */
const NOT_SENT =
  /^(?:explain|utm_\w+|(?:fb|g|gb|wb|dc|ms|y|tw|tt|li_fat_|s|ir)clid|igshid|igsh|mc_[ce]id|_ga|_gl|_hs\w+|mkt_tok|srsltid|vero_id|oly_\w+_id|ref_src)$/i;

/** What a station that can only ask for an address says in its query, as the form that it is. */
function sentInQuery({ req }: Context): Outcome<Uint8Array> {
  const sent = new URLSearchParams(queryOf(req.raw));
  for (const name of [...sent.keys()]) if (NOT_SENT.test(name)) sent.delete(name);
  const bytes = new TextEncoder().encode(sent.toString());
  return bytes.length > LIMITS.ingestBodyBytesMax ? refuse("body_too_large") : done(bytes);
}

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
