import type { Hono } from "hono";
import type { Db } from "../../lib/kernel/db.queries.ts";
import { secretTypeOf } from "../../lib/kernel/secret.ts";
import { type PresentedSecretType, secretExists } from "../../lib/kernel/secret-exists.queries.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { database } from "./core-ports.ts";
import { type Environment, listed } from "./environment.ts";
import { PLATFORM_LIMITS } from "./limits.ts";

type App = Pick<Hono, "fetch">;
type Fetch = App["fetch"];
/** A group's app over one schema of homes, and the database that it asks. */
type Cell = { app: App; db: Db };
type Presented = { type: PresentedSecretType; secret: string };

/** The groups whose requests carry a secret of one home, and what each answers to one that nobody knows. */
const UNKNOWN = { ingest: 401, v1: 401, inbound: 401, share: 404 } as const;
type RoutedGroup = keyof typeof UNKNOWN;
const TOO_MANY = 429;

/**
 * How a group's app is built: as `build` does, or where CELLS names other places of homes, so that it finds a secret's home in
 * any of them.
 */
export const inItsCell =
  (group: RoutedGroup, build: (environment: Environment) => App) =>
  (environment: Environment): App => {
    const others = listed(environment, "CELLS");
    if (others.length === 0) return build(environment);
    if (environment.MACHINE !== undefined) throw new Error("CELLS is for functions, not for one machine");
    const places = [environment, ...others.map((url) => lookingIn(environment, url))];
    const cells = places.map((place) => ({ app: build(place), db: database(place) }));
    return { fetch: overCells(cells, UNKNOWN[group]) };
  };

/** The same variables with another database. */
const lookingIn = (environment: Environment, url: string): Environment =>
  new Proxy(environment, {
    get: (own, name, self) => (name === "DATABASE_URL" ? url : Reflect.get(own, name, self)),
  });

/**
 * The first cell is asked as if there were no other. What it does not know is looked for in the others by its hash, and asked
 * there from then on, until it is unknown there too: its home has moved, also while the request waited.
 */
export function overCells(cells: readonly Cell[], unknown: number): Fetch {
  /** Where a secret is that the first cell does not know; null for nowhere, for as long as floods are counted. */
  const elsewhere = new Map<string, { place: number | null; atMs: number }>();
  return async (request, ...more) => {
    const presented = presentedIn(request);
    const answered = (place: number, asked: Request) => (cells[place] ?? cells[0])?.app.fetch(asked, ...more);
    if (presented === null) return (await answered(0, request)) as Response;
    const kept = elsewhere.get(presented.secret);
    const first = kept?.place ?? 0;
    const spare = request.clone();
    const answer = (await answered(first, request)) as Response;
    const isUnknown = answer.status === unknown;
    // What the first cell refuses for a flood, or fails at, it need not have known.
    const mayBeElsewhere =
      first === 0 &&
      (answer.status >= 500 ||
        (answer.status === TOO_MANY && Date.now() - (kept?.atMs ?? 0) > PLATFORM_LIMITS.absentCellMs));
    if (!isUnknown && !mayBeElsewhere) return answer;
    const found = await find(cells, presented, first);
    if (found === "unsure") return isUnknown ? UNSURE() : answer;
    remember(elsewhere, presented.secret, found);
    return found === null ? answer : ((await answered(found, spare)) as Response);
  };
}

/** A cell that cannot be asked may be the one: whoever sends again is not told that nobody knows them. */
const UNSURE = (): Response =>
  Response.json(
    { error: "The service is not available" },
    { status: 503, headers: { "Retry-After": "30", "Cache-Control": "no-store" } },
  );

async function find(
  cells: readonly Cell[],
  { type, secret }: Presented,
  but: number,
): Promise<number | null | "unsure"> {
  const looked = await Promise.allSettled(
    cells.map(async ({ db }, place) => place !== but && (await secretExists(db, type, secret))),
  );
  const place = looked.findIndex((look) => look.status === "fulfilled" && look.value);
  if (place !== -1) return place;
  return looked.some(({ status }) => status === "rejected") ? "unsure" : null;
}

/** Keeps the newest; a map has the order of insertion. The first cell's own are not kept. */
function remember(
  kept: Map<string, { place: number | null; atMs: number }>,
  secret: string,
  place: number | null,
): void {
  kept.delete(secret);
  if (place !== 0) kept.set(secret, { place, atMs: Date.now() });
  const [oldest] = kept.keys();
  if (kept.size > PLATFORM_LIMITS.cellSecretsMax && oldest !== undefined) kept.delete(oldest);
}

/** The first well-formed secret in a place where a door looks for one. */
function presentedIn(request: Request): Presented | null {
  const { pathname, searchParams } = new URL(request.url);
  const places = [
    ...pathname.split("/"),
    request.headers.get("X-Ingest-Key"),
    request.headers.get("Authorization")?.split(" ").at(-1),
    searchParams.get("p"),
  ];
  for (const secret of places) {
    const type = secretTypeOf(secret ?? "");
    if (isPresented(type)) return { type, secret: secret ?? "" };
  }
  return null;
}

const isPresented = (type: string | null): type is PresentedSecretType =>
  type === SECRET_TYPES.ingestKey ||
  type === SECRET_TYPES.apiKey ||
  type === SECRET_TYPES.inboundToken ||
  type === SECRET_TYPES.shareToken;
