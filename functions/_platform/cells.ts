import type { Hono } from "hono";
import type { Db } from "../../lib/kernel/db.queries.ts";
import { hasDepartures } from "../../lib/kernel/exists.queries.ts";
import { queriesOver } from "../../lib/kernel/statements.queries.ts";
import { type Door, KNOWN, type Presented } from "../_doors/door.ts";
import { databaseIn, pause, type Speak } from "./core-ports.ts";
import { type Environment, listed } from "./environment.ts";
import { PLATFORM_LIMITS } from "./limits.ts";

type App = Pick<Hono, "fetch">;
type Fetch = App["fetch"];
/** A group's app over one schema of homes, and the database that it asks. */
export type Cell = { app: App; db: Db };

const TOO_MANY = 429;

/**
 * How a group's app is built: as `build` does, or where CELLS names other places of homes, so that it finds in any of them
 * what a request comes with.
 */
export const inItsCell = <Built extends App>(door: Door, build: Build<Built>) =>
  inItsCellIn(queriesOver, door, build);

type Build<Built extends App> = (environment: Environment, otherCells: readonly Db[]) => Built;

/** The same with statements as `speak` has them. */
export const inItsCellIn =
  <Built extends App>(speak: Speak, door: Door, build: Build<Built>) =>
  (environment: Environment): App | Built => {
    const others = listed(environment, "CELLS");
    if (others.length === 0) return build(environment, []);
    if (environment.MACHINE !== undefined) throw new Error("CELLS is for functions, not for one machine");
    const places = [environment, ...others.map((url) => lookingIn(environment, url))].map((place) => ({
      place,
      db: databaseIn(speak, place),
    }));
    const allBut = (own: Db) => places.flatMap(({ db }) => (db === own ? [] : [db]));
    const cells = places.map(({ place, db }) => ({ app: build(place, allBut(db)), db }));
    return { fetch: overCells(cells, door) };
  };

/** The same variables with another database; what it sends on is sent by the deployment behind `#`, where one is named. */
function lookingIn(environment: Environment, place: string): Environment {
  const [url, address] = place.split("#", 2);
  return new Proxy(environment, {
    get: (own, name, self) => {
      if (name === "DATABASE_URL") return url;
      return name === "CRON" && address !== undefined ? serviceAt(address) : Reflect.get(own, name, self);
    },
  });
}

const serviceAt = (address: string) => ({
  fetch: (request: Request) => fetch(new Request(new URL(new URL(request.url).pathname, address), request)),
});

/**
 * The first cell is asked as if there were no other. What it doesn't know is searched in the others, and asked
 * there from then on, until it is unknown there too: its home has moved, maybe while the request waited.
 */
export function overCells(cells: readonly Cell[], door: Door): Fetch {
  const areLeaving = watchDepartures(cells);
  /** Where something is that the first cell does not know; null for nowhere, for as long as floods are counted. */
  const elsewhere = new Map<string, { place: number | null; atMs: number }>();
  return async (request, ...more) => {
    const answered = async (place: number | null, asked: Request): Promise<Response> =>
      (await (cells[place ?? 0] as Cell).app.fetch(asked, ...more)) as Response;
    const presented = await door(request);
    if (presented === null) return await answered(0, request);
    if (presented.mark === null) {
      const place = await find(cells, presented, { but: null, areLeaving });
      return place === "unsure" ? unsure() : await answered(place, request);
    }
    const { mark, isUnknown } = presented;
    const kept = elsewhere.get(mark);
    let place = kept?.place ?? 0;
    let asked = request;
    for (let hop = 1; ; hop += 1) {
      const spare = asked.clone();
      const answer = await answered(place, asked);
      // What the first cell refuses for a flood, or fails at, it need not have known.
      const mayBeElsewhere =
        place === 0 &&
        (answer.status >= 500 ||
          (answer.status === TOO_MANY && Date.now() - (kept?.atMs ?? 0) > PLATFORM_LIMITS.absentCellMs));
      const hasMoved = isUnknown(answer);
      const isToFind = (hasMoved || mayBeElsewhere) && hop <= PLATFORM_LIMITS.cellHopsMax;
      const found = isToFind ? await find(cells, presented, { but: place, areLeaving }) : null;
      if (typeof found === "number") {
        remember(elsewhere, mark, found);
        place = found;
        asked = spare;
        continue;
      }
      // What is still on its way of the body is for nobody.
      spare.body?.cancel().catch(() => undefined);
      if (found === "unsure") return hasMoved ? unsure() : answer;
      if (isToFind) remember(elsewhere, mark, null);
      return answer;
    }
  };
}

/** A cell that can't be asked may be the one: the caller must not get "unknown". */
const unsure = (): Response =>
  Response.json(
    { error: "The service is not available" },
    { status: 503, headers: { "Retry-After": "30", "Cache-Control": "no-store" } },
  );

type Search = { but: number | null; areLeaving: () => Promise<boolean> };

/** As `findNow`, and patiently while a home is on its way between two databases; `unsure` where it does not arrive. */
async function find(
  cells: readonly Cell[],
  presented: Presented,
  { but, areLeaving }: Search,
): Promise<number | null | "unsure"> {
  for (let look = 0; look < PLATFORM_LIMITS.arrivalLooksMax; look += 1) {
    const found = await findNow(cells, presented, look === 0 ? but : null);
    if (found !== null || !(await areLeaving())) return found;
    await pause(PLATFORM_LIMITS.arrivalPauseMs);
  }
  return "unsure";
}

/** Null for in no cell; `unsure` while one that is down may know it better than those that answer. */
async function findNow(
  cells: readonly Cell[],
  { knownIn }: Presented,
  but: number | null,
): Promise<number | null | "unsure"> {
  const looks = await Promise.allSettled(
    cells.map(async ({ db }, place) => (place === but ? KNOWN.no : await knownIn(db))),
  );
  const known: number[] = looks.map((look) => (look.status === "fulfilled" ? look.value : KNOWN.no));
  const best: number = Math.max(...known);
  if (best < KNOWN.yes && looks.some(({ status }) => status === "rejected")) return "unsure";
  return best === KNOWN.no ? null : known.indexOf(best);
}

/**
 * Checks if a home is leaving any of the cells; asks all of them at most once in `departuresMs`. A cell that is
 * down counts as yes.
 */
function watchDepartures(cells: readonly Cell[]): () => Promise<boolean> {
  let last: { atMs: number; are: Promise<boolean> } | null = null;
  const ask = async () => {
    const looks = await Promise.allSettled(cells.map(({ db }) => hasDepartures(db)));
    return looks.some((look) => look.status === "rejected" || look.value);
  };
  return () => {
    if (last === null || Date.now() - last.atMs >= PLATFORM_LIMITS.departuresMs)
      last = { atMs: Date.now(), are: ask() };
    return last.are;
  };
}

/** Keeps the newest; a map has the order of insertion. The first cell's own are not kept. */
function remember(
  kept: Map<string, { place: number | null; atMs: number }>,
  mark: string,
  place: number | null,
): void {
  kept.delete(mark);
  if (place !== 0) kept.set(mark, { place, atMs: Date.now() });
  const [oldest] = kept.keys();
  if (kept.size > PLATFORM_LIMITS.cellSecretsMax && oldest !== undefined) kept.delete(oldest);
}
