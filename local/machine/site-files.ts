import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from "hono/compress";
import { getMimeType } from "hono/utils/mime";
import { StartError } from "../start/start-error.ts";

/** The browser files as built: served unchanged, before a function runs. */
export interface SiteFiles {
  /** True where it has answered. */
  answers(incoming: IncomingMessage, url: URL, outgoing: ServerResponse): boolean;
}

type Rule = { pattern: RegExp; headers: [string, string][] };
type SiteFile = { bytes: Buffer; zipped: Buffer | null; headers: [string, string][]; etag: string };

/** The rules that both platforms read, and no file to serve. */
const HEADERS_FILE = "_headers";
const PAGE = ".html";
/** Asked for again each time, unless a rule says otherwise. */
const CACHE_DEFAULT: [string, string] = ["cache-control", "public, max-age=0, must-revalidate"];
const TYPE_DEFAULT = "text/plain; charset=utf-8";
/** Unless its weight is 0. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const ETAG_CHARACTERS = 32;
const ALLOWED = { Allow: "GET, HEAD" };

/**
 * Reads the folder once: rebuilding the site removes no file from a running service.
 * @throws StartError if it hasn't been built
 */
export async function openSite(folder: string): Promise<SiteFiles> {
  const files = new Map<string, SiteFile>();
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new StartError(`The pages in ${folder} have not been built; run "node run.mjs build" first.`);
  });
  const rules = rulesOf(await readFile(path.join(folder, HEADERS_FILE), "utf8"));
  for (const entry of names) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = `/${path.relative(folder, file).replaceAll(path.sep, "/")}`;
    if (name !== `/${HEADERS_FILE}`) files.set(name, siteFile(name, await readFile(file), rules));
  }
  return { answers: (incoming, url, outgoing) => answer({ files, rules }, incoming, url, outgoing) };
}

/** As Cloudflare's assets do: a page answers without `.html` and without a slash at its end, and redirects else. */
function answer(
  { files, rules }: { files: Map<string, SiteFile>; rules: readonly Rule[] },
  incoming: IncomingMessage,
  { pathname, search }: URL,
  outgoing: ServerResponse,
): boolean {
  const plain = plainPath(pathname);
  const leadsOn = plain !== pathname && files.has(plain + PAGE);
  const file = pathname.endsWith(PAGE) ? undefined : (files.get(pathname) ?? files.get(pathname + PAGE));
  if (file === undefined && !leadsOn) return false;
  for (const [name, value] of ruledHeaders(rules, pathname)) outgoing.setHeader(name, value);
  if (incoming.method !== "GET" && incoming.method !== "HEAD") outgoing.writeHead(405, ALLOWED).end();
  else if (file === undefined) outgoing.writeHead(307, { Location: plain + search }).end();
  else sendFile(file, incoming.headers, outgoing);
  return true;
}

function sendFile(file: SiteFile, asked: IncomingMessage["headers"], outgoing: ServerResponse): void {
  for (const [name, value] of file.headers) outgoing.setHeader(name, value);
  if (sameTag(asked["if-none-match"], file.etag)) {
    outgoing.removeHeader("content-type");
    outgoing.writeHead(304).end();
  } else send(file, asked["accept-encoding"], outgoing);
}

function send({ bytes, zipped }: SiteFile, accepts: string | undefined, outgoing: ServerResponse): void {
  const takesZipped = zipped !== null && TAKES_GZIP.test(accepts ?? "");
  if (zipped !== null) outgoing.setHeader("vary", "Accept-Encoding");
  if (takesZipped) outgoing.setHeader("content-encoding", "gzip");
  const body = takesZipped ? zipped : bytes;
  outgoing.writeHead(200, { "Content-Length": body.byteLength }).end(body);
}

const plainPath = (pathname: string): string => pathname.replace(/(\.html|\/)$/, "");

const sameTag = (given: string | undefined, etag: string): boolean =>
  given?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag) ?? false;

function siteFile(name: string, bytes: Buffer, rules: readonly Rule[]): SiteFile {
  const etag = `"${createHash("sha256").update(bytes).digest("hex").slice(0, ETAG_CHARACTERS)}"`;
  const served = name.endsWith(PAGE) ? plainPath(name) : name;
  const type = getMimeType(name) ?? TYPE_DEFAULT;
  const own: [string, string][] = [CACHE_DEFAULT, ["etag", etag], ["content-type", type]];
  const headers = [...new Map([...own, ...ruledHeaders(rules, served)])];
  const zipped = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) ? gzipSync(bytes) : null;
  return { bytes, zipped, etag, headers };
}

/** A path with `*` on a line of its own, and below it its headers. */
function rulesOf(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split("\n").filter((each) => each.trim() !== "")) {
    const [, name = "", value = ""] = /^\s+([^:\s][^:]*):\s*(.*)$/.exec(line) ?? [];
    if (name === "") rules.push({ pattern: patternOf(line.trim()), headers: [] });
    else rules.at(-1)?.headers.push([name.toLowerCase(), value]);
  }
  return rules;
}

const ruledHeaders = (rules: readonly Rule[], place: string): [string, string][] =>
  rules.filter(({ pattern }) => pattern.test(place)).flatMap(({ headers }) => headers);

const patternOf = (place: string): RegExp => new RegExp(`^${place.split("*").map(escaped).join(".*")}$`);

const escaped = (text: string): string => text.replace(/[.+?^$(){}|[\]\\]/g, "\\$&");
