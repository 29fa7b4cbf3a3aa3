import type { Outcome } from "../../lib/kernel/outcome.ts";
import { readBytes } from "../_http/body.ts";
import type { Exchange } from "../_http/exchange.ts";

/** A request to the ingest function, from any server: one machine creates none of the web's objects for it. */
export type Asked = {
  method: string;
  /** As it was sent, without its query. */
  path: string;
  /** With its `?`; empty where there is none. */
  search: string;
  /** By its name in any case; what comes several times stands behind commas. */
  header(name: string): string | undefined;
  read(bytesMax: number): Promise<Outcome<Uint8Array>>;
  /** Lets work go on after the answer. */
  waitUntil(work: Promise<unknown>): void;
};

export type Answer = { status: number; headers: Record<string, string>; body: string | null };

/** A request that the ingest function is answering, without a framework: it is what a device costs each minute. */
export class IngestExchange implements Exchange<Answer> {
  readonly asked: Asked;
  readonly req: Exchange["req"];
  readonly executionCtx: Exchange["executionCtx"];
  readonly var: Record<string, unknown> = {};
  /** Between its slashes. */
  readonly segments: string[];
  res: Answer;
  readonly #headers: Record<string, string>;

  constructor(sent: Asked, headers: Record<string, string>) {
    const asked = withQuery(sent);
    this.asked = asked;
    this.segments = segmentsOf(asked.path);
    this.req = { method: asked.method, path: this.segments.join("/"), header: asked.header };
    this.executionCtx = asked;
    this.#headers = headers;
    this.res = { status: 404, headers, body: null };
  }

  get(name: string): unknown {
    return this.var[name];
  }

  set(name: string, value: unknown): void {
    this.var[name] = value;
  }

  header(name: string, value: string): void {
    this.#headers[name] = value;
  }

  query(name: string): string | null {
    return this.asked.search === "" ? null : new URLSearchParams(this.asked.search).get(name);
  }

  json(body: object, status = 200): Answer {
    this.#headers["Content-Type"] = "application/json";
    return { status, headers: this.#headers, body: JSON.stringify(body) };
  }
}

/** Consoles of Ambient Weather put `&` where the query begins. */
const withQuery = (asked: Asked): Asked => {
  const at = asked.method === "GET" && asked.search === "" ? asked.path.indexOf("&") : -1;
  return at < 0 ? asked : { ...asked, path: asked.path.slice(0, at), search: `?${asked.path.slice(at + 1)}` };
};

/** A slash at the end says nothing. */
function segmentsOf(path: string): string[] {
  const segments = path.replace(/\/{1,2}$/, "").split("/");
  return path.includes("%") ? segments.map(decoded) : segments;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // It is no text by its escapes, and is taken as it stands.
    return text;
  }
}

/** A web request, as platforms bring it. */
export function askedBy(request: Request, waitUntil: Asked["waitUntil"]): Asked {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    search,
    header: (name) => request.headers.get(name) ?? undefined,
    read: (bytesMax) => readBytes(request, bytesMax),
    waitUntil,
  };
}
