/// <reference lib="webworker" />

const PAGES = "pages-1";
const PAGES_MAX = 20;
const ENDED = [401, 403, 404];
/** Pages to store together with the home's page, and the age in milliseconds after which to fetch them again. */
const BESIDE_HOME = ["/alerts", "/emergency"];
const BESIDE_MS_MAX = 60 * 60_000;
const OF_SESSION = ["/home", ...BESIDE_HOME];

/** Fetches a page and stores it. Without a connection, returns the stored page, or throws if there is none. */
export async function fromNetworkFirst(request: Request): Promise<Response> {
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetchOrForget(request);
    if (answer.ok) {
      await keep(cache, request, answer.clone());
      if (pathOf(request) === "/home") await keepBeside(cache, request);
    }
    return answer;
  } catch (error) {
    // Ignores `Vary`, since pages that the worker fetched itself were requested with other headers.
    const held = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
    if (held === undefined) throw error;
    return held;
  }
}

/** Fetches a page that is never stored. Without a connection, leads to the stored home, or throws if there is none. */
export async function fromNetworkOrHome(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const home = new URL("/home", request.url);
    const cache = await caches.open(PAGES);
    const held = await cache.match(new Request(home), { ignoreSearch: true, ignoreVary: true });
    if (held === undefined) throw error;
    return Response.redirect(home);
  }
}

const pathOf = ({ url }: Request): string => new URL(url).pathname;

/**
 * Fetches a page. Deletes the stored copy if the link or session has ended: on 401, 403, 404, a redirect, or a visit to
 * /sign-in, to which an open page goes when its session has ended. With a session end, all pages of the session go.
 */
export async function fetchOrForget(request: Request): Promise<Response> {
  const answer = await fetch(request);
  const path = pathOf(request);
  const isOver = ENDED.includes(answer.status) || answer.redirected || answer.type === "opaqueredirect";
  if (isOver || path === "/sign-in") {
    const cache = await caches.open(PAGES);
    const over = OF_SESSION.includes(path) || path === "/sign-in" ? OF_SESSION : [path];
    await Promise.all(over.map((each) => cache.delete(each, { ignoreSearch: true })));
  }
  return answer;
}

/** Stores the alerts and the emergency card, too, so that they can be read without a connection. */
async function keepBeside(cache: Cache, home: Request): Promise<void> {
  const kept = BESIDE_HOME.map(async (path) => {
    const request = new Request(new URL(path, home.url), { redirect: "manual" });
    const held = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
    const heldAt = Date.parse(held?.headers.get("Date") ?? "");
    if (Date.now() - heldAt < BESIDE_MS_MAX) return;
    const answer = await fetch(request);
    if (answer.ok) await keep(cache, request, answer);
  });
  // A page that fails now is stored at the next visit.
  await Promise.allSettled(kept);
}

async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer);
  const held = await cache.keys();
  await Promise.all(held.slice(0, Math.max(0, held.length - PAGES_MAX)).map((old) => cache.delete(old)));
}
