/// <reference lib="webworker" />

const PAGES = "pages-1";
const PAGES_MAX = 20;
const ENDED = [401, 403, 404];
/** What people look for beside their home when the connection is gone, and how old it may be before it is fetched again. */
const BESIDE_HOME = ["/alerts", "/emergency"];
const BESIDE_MS_MAX = 60 * 60_000;
const OF_SESSION = ["/home", ...BESIDE_HOME];

/** The page as it is now, kept for when there is no connection; the last look at it where there is none. */
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
    // What the worker fetched itself came by other headers than what a browser opens.
    const held = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
    if (held === undefined) throw error;
    return held;
  }
}

const pathOf = ({ url }: Request): string => new URL(url).pathname;

/**
 * A link that has ended shows nothing any more, here neither; nor does a home whose reader was signed out, whom the answer
 * sends elsewhere, or who goes to sign in: an open page notices first that its session has ended.
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

/** Whoever opened their home has its alerts and its emergency card without a connection, too. */
async function keepBeside(cache: Cache, home: Request): Promise<void> {
  const kept = BESIDE_HOME.map(async (path) => {
    const request = new Request(new URL(path, home.url), { redirect: "manual" });
    const held = await cache.match(request, { ignoreSearch: true, ignoreVary: true });
    const heldAt = Date.parse(held?.headers.get("Date") ?? "");
    if (Date.now() - heldAt < BESIDE_MS_MAX) return;
    const answer = await fetch(request);
    if (answer.ok) await keep(cache, request, answer);
  });
  // What can't be had now is had at the next visit.
  await Promise.allSettled(kept);
}

async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer);
  const held = await cache.keys();
  await Promise.all(held.slice(0, Math.max(0, held.length - PAGES_MAX)).map((old) => cache.delete(old)));
}
